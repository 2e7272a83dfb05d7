import type { CalendarProps } from '../CalendarDesk';
import styles from '../CalendarDesk.module.css';
import { CalendarToolbar } from '../CalendarToolbar';

/** The jobs where they are, and a list of the same jobs. */
export function MapDesk({ calendar }: CalendarProps) {
  return (
    <div className={styles.main}>
      <CalendarToolbar calendar={calendar} />
    </div>
  );
}
