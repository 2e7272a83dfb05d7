import { m } from '@/i18n';

import styles from './CalendarDesktop.module.css';
import { CalendarsPanel } from './calendars/CalendarsPanel';
import { type FilterFieldsProps, Filters } from './filters/Filters';

/** The panel beside the grid: filters, calendars, or none. */
export function CalendarPanel(props: FilterFieldsProps) {
  const { panel } = props.calendar;
  if (panel === null) return null;
  return (
    <aside
      className={styles.panel}
      aria-label={panel === 'filters' ? m.calendar_filters() : m.calendar_calendars()}
    >
      {panel === 'filters' ? <Filters {...props} /> : <CalendarsPanel calendar={props.calendar} />}
    </aside>
  );
}
