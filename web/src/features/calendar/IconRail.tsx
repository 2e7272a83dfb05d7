import {
  type Icon,
  IconBriefcase2,
  IconCalendarPlus,
  IconCalendarUser,
  IconFilter,
  IconLayoutGrid,
  IconLayoutRows,
  IconMap2,
  IconStack2,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/session/session';

import styles from './IconRail.module.css';
import { PrintMenu } from './printing/PrintMenu';
import { isFiltered, type Look, type Panel, type useCalendarView } from './useCalendarView';

/** The views of the calendar, in the order of the rail. */
export const lookNames: { look: Look; icon: Icon; name: () => string }[] = [
  { look: 'jobs', icon: IconLayoutGrid, name: () => m.shell_jobs() },
  { look: 'appointments', icon: IconCalendarUser, name: () => m.calendar_appointments() },
  { look: 'map', icon: IconMap2, name: () => m.calendar_jobMap() },
  { look: 'crews', icon: IconLayoutRows, name: () => m.calendar_crews() },
];

interface Tool {
  panel: Panel;
  icon: Icon;
  name: () => string;
  /** What it is called while it keeps something out of sight. */
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
  const { look: shown, panel: open, show, over } = calendar;
  const { may } = useSession();
  const item = styles.item ?? '';
  const sets: Record<Panel, boolean> = {
    filters: isFiltered(calendar),
    calendars: calendar.hidden.length > 0,
  };
  return (
    <nav className={styles.rail} aria-label={m.calendar_tools()}>
      {lookNames
        .filter(({ look }) => look !== 'appointments' || may('appointments.view'))
        .map(({ look, icon: Drawn, name }) => (
          <button
            key={look}
            type="button"
            className={look === shown ? `${item} ${styles.on}` : item}
            aria-current={look === shown ? 'page' : undefined}
            onClick={() => show({ look })}
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
