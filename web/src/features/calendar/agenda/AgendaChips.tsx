import { IconBriefcase2, IconFilter } from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/session/session';
import { everywhere, type useCalendarView } from '../useCalendarView';
import styles from './Agenda.module.css';

/** The tools of the calendar on a phone: back to today, a new job, and the filters. */
export function AgendaChips({ calendar }: { calendar: ReturnType<typeof useCalendarView> }) {
  const { today, day, status, location, from, to, show, over } = calendar;
  const { may } = useSession();
  const filtered = status !== 'all' || location !== everywhere || from !== null || to !== null;
  return (
    <div className={styles.chips}>
      {day !== today && (
        <button type="button" className={styles.chip} onClick={() => show({ day: today })}>
          {m.calendar_today()}
        </button>
      )}
      {may('jobs.create') && (
        <Link to={over('newJob')} className={styles.chip}>
          <IconBriefcase2 size={18} aria-hidden />
          {m.calendar_newJob()}
        </Link>
      )}
      <button
        type="button"
        className={`${styles.chip} ${styles.last}`}
        data-on={filtered || undefined}
        aria-label={filtered ? m.calendar_filtersOn() : m.calendar_filters()}
        onClick={() => show({ panel: 'filters' })}
      >
        <IconFilter size={20} aria-hidden />
      </button>
    </div>
  );
}
