import { IconFilter } from '@tabler/icons-react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { modeNames } from '../IconRail';
import { type CalendarMode, isFiltered, type useCalendarView } from '../useCalendarView';
import styles from './Agenda.module.css';

const short: Record<CalendarMode, () => string> = {
  jobs: () => m.shell_jobs(),
  appointments: () => m.calendar_apptsShort(),
  map: () => m.calendar_mapShort(),
  crews: () => m.calendar_crews(),
};

/** The modes of the calendar on a phone, and its filters. */
export function ModeSwitch({ calendar }: { calendar: ReturnType<typeof useCalendarView> }) {
  const { mode: shown, show } = calendar;
  const { may } = useSession();
  const filtered = isFiltered(calendar);
  return (
    <nav className={`${styles.chips} ${styles.switch}`} aria-label={m.calendar_looks()}>
      {modeNames.map(({ mode, icon: Drawn }) => {
        if (mode === 'appointments' && !may('appointments.view')) return null;
        return (
          <button
            key={mode}
            type="button"
            className={`chip ${styles.chip}`}
            aria-current={mode === shown ? 'page' : undefined}
            onClick={() => show({ mode })}
          >
            <Drawn size={20} stroke={1.8} aria-hidden />
            {short[mode]()}
          </button>
        );
      })}
      <button
        type="button"
        className={`chip ${styles.chip} ${styles.last}`}
        data-on={filtered || undefined}
        aria-label={filtered ? m.calendar_filtersOn() : m.calendar_filters()}
        onClick={() => show({ panel: 'filters' })}
      >
        <IconFilter size={20} aria-hidden />
      </button>
    </nav>
  );
}
