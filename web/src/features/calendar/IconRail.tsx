import { IconBriefcase2, IconFilter, IconLayoutGrid } from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/session/session';

import styles from './IconRail.module.css';
import type { useCalendarView } from './useCalendarView';

/** The views and tools of the calendar, with icon and label. */
export function IconRail({ calendar }: { calendar: ReturnType<typeof useCalendarView> }) {
  const { filtersOpen, show, over } = calendar;
  const { may } = useSession();
  return (
    <nav className={styles.rail} aria-label={m.calendar_tools()}>
      <Link to="/app/calendar" className={`${styles.item} ${styles.on}`} aria-current="page">
        <IconLayoutGrid size={22} stroke={1.7} aria-hidden />
        {m.shell_jobs()}
      </Link>
      <hr className={styles.line} />
      <button
        type="button"
        className={filtersOpen ? `${styles.item} ${styles.open}` : styles.item}
        aria-expanded={filtersOpen}
        onClick={() => show({ filtersOpen: !filtersOpen })}
      >
        <IconFilter size={22} stroke={1.7} aria-hidden />
        {m.calendar_filters()}
      </button>
      {may('jobs.create') && (
        <>
          <hr className={styles.line} />
          <Link to={over('newJob')} className={styles.item}>
            <IconBriefcase2 size={22} stroke={1.7} aria-hidden />
            {m.calendar_newJob()}
          </Link>
        </>
      )}
    </nav>
  );
}
