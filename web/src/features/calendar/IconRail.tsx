import {
  type Icon,
  IconBriefcase2,
  IconCalendarPlus,
  IconCalendarRepeat,
  IconCalendarUser,
  IconChartBar,
  IconFilter,
  IconLayoutGrid,
  IconLayoutRows,
  IconMap2,
  IconStack2,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';

import styles from './IconRail.module.css';
import { PrintMenu } from './printing/PrintMenu';
import {
  type CalendarMode,
  type CalendarPanelName,
  isFiltered,
  type useCalendarView,
} from './useCalendarView';

/** The views of the calendar, in the order of the rail. */
export const modeNames: { mode: CalendarMode; icon: Icon; name: () => string }[] = [
  { mode: 'jobs', icon: IconLayoutGrid, name: () => m.shell_jobs() },
  { mode: 'appointments', icon: IconCalendarUser, name: () => m.calendar_appointments() },
  { mode: 'map', icon: IconMap2, name: () => m.calendar_jobMap() },
  { mode: 'crews', icon: IconLayoutRows, name: () => m.calendar_crews() },
];

interface Tool {
  panel: CalendarPanelName;
  icon: Icon;
  name: () => string;
  /** The label while it hides something. */
  setName: () => string;
}

const panels: Tool[] = [
  {
    panel: 'filters',
    icon: IconFilter,
    name: () => m.calendar_filters(),
    setName: () => m.calendar_filtersOn(),
  },
  {
    panel: 'calendars',
    icon: IconStack2,
    name: () => m.calendar_calendars(),
    setName: () => m.calendar_calendarsOn(),
  },
];

/** The views and tools of the calendar, with icon and label. */
export function IconRail({ calendar }: { calendar: ReturnType<typeof useCalendarView> }) {
  const { mode: shown, panel: open, show, over } = calendar;
  const { may } = useSession();
  const item = styles.item ?? '';
  const sets: Record<CalendarPanelName, boolean> = {
    filters: isFiltered(calendar),
    calendars: calendar.hidden.length > 0,
  };
  return (
    <nav className={styles.rail} aria-label={m.calendar_tools()}>
      {modeNames
        .filter(({ mode }) => mode !== 'appointments' || may('appointments.view'))
        .map(({ mode, icon: Drawn, name }) => (
          <button
            key={mode}
            type="button"
            className={mode === shown ? `${item} ${styles.on}` : item}
            aria-current={mode === shown ? 'page' : undefined}
            onClick={() => show({ mode })}
          >
            <Drawn size={22} stroke={1.7} aria-hidden />
            {name()}
          </button>
        ))}
      <hr className={styles.line} />
      {panels.map(({ panel, icon: Drawn, name, setName }) => (
        <button
          key={panel}
          type="button"
          className={panel === open ? `${item} ${styles.open}` : item}
          aria-expanded={panel === open}
          aria-label={sets[panel] ? setName() : undefined}
          data-set={sets[panel] || undefined}
          onClick={() => show({ panel: panel === open ? null : panel })}
        >
          <Drawn size={22} stroke={1.7} aria-hidden />
          {name()}
        </button>
      ))}
      <PrintMenu className={item} />
      {may('reports.view') && (
        <Link to="/app/calendar/load" className={item}>
          <IconChartBar size={22} stroke={1.7} aria-hidden />
          {m.load_short()}
        </Link>
      )}
      {may('jobs.schedule') && (
        <Link to={over('move')} className={item}>
          <IconCalendarRepeat size={22} stroke={1.7} aria-hidden />
          {m.shift_move()}
        </Link>
      )}
      {(may('jobs.create') || may('appointments.create')) && <hr className={styles.line} />}
      {may('jobs.create') && (
        <Link to={over('newJob')} className={item}>
          <IconBriefcase2 size={22} stroke={1.7} aria-hidden />
          {m.calendar_newJob()}
        </Link>
      )}
      {may('appointments.create') && (
        <Link to={over('new_appointment')} className={item}>
          <IconCalendarPlus size={22} stroke={1.7} aria-hidden />
          {m.calendar_newAppt()}
        </Link>
      )}
    </nav>
  );
}
