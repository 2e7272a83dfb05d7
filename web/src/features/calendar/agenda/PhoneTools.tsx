import type { useCalendarView } from '../useCalendarView';
import styles from './Agenda.module.css';
import { AgendaChips } from './AgendaChips';
import { ModeSwitch } from './ModeSwitch';

/** The modes and the tools of the calendar on a phone, in one row that scrolls. */
export function PhoneTools({ calendar }: { calendar: ReturnType<typeof useCalendarView> }) {
  return (
    <div className={styles.row} data-sideways>
      <ModeSwitch calendar={calendar} />
      <AgendaChips calendar={calendar} />
    </div>
  );
}
