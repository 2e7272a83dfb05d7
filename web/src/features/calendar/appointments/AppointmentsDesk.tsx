import type { CalendarProps } from '../CalendarDesk';
import styles from '../CalendarDesk.module.css';
import { CalendarToolbar } from '../CalendarToolbar';

/** The meetings with customers, by the hour. */
export function AppointmentsDesk({ calendar }: CalendarProps) {
  return (
    <div className={styles.main}>
      <CalendarToolbar calendar={calendar} />
    </div>
  );
}
