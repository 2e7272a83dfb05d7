import { IconFilter } from '@tabler/icons-react';
import { m } from '@/i18n';
import { useSession } from '@/session/session';
import { lookNames } from '../IconRail';
import { isFiltered, type Look, type useCalendarView } from '../useCalendarView';
import styles from './Agenda.module.css';

const short: Record<Look, () => string> = {
  jobs: () => m.shell_jobs(),
  appointments: () => m.calendar_apptsShort(),
  map: () => m.calendar_mapShort(),
  crews: () => m.calendar_crews(),
};

/** What the calendar of a phone shows, and its filters. */
export function LookSwitch({ calendar }: { calendar: ReturnType<typeof useCalendarView> }) {
  const { look: shown, show } = calendar;
  const { may } = useSession();
  const filtered = isFiltered(calendar);
  return (
    <nav className={`${styles.chips} ${styles.switch}`} aria-label={m.calendar_looks()}>
      {lookNames.map(({ look, icon: Drawn }) => {
        if (look === 'appointments' && !may('appointments.view')) return null;
        return (
          <button
            key={look}
            type="button"
            className={styles.chip}
            aria-current={look === shown ? 'page' : undefined}
            onClick={() => show({ look })}
          >
            <Drawn size={20} stroke={1.8} aria-hidden />
            {short[look]()}
          </button>
        );
      })}
      <button
        type="button"
        className={`${styles.chip} ${styles.last}`}
        data-on={filtered || undefined}
        aria-label={filtered ? m.calendar_filtersOn() : m.calendar_filters()}
        onClick={() => show({ panel: 'filters' })}
      >
        <IconFilter size={20} aria-hidden />
      </button>
    </nav>
  );
}
