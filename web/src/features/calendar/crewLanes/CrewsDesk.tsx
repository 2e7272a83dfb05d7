import type { CalendarProps } from '../CalendarDesk';
import styles from '../CalendarDesk.module.css';
import { CalendarToolbar } from '../CalendarToolbar';

/** The days of each crew, a lane each. */
export function CrewsDesk({ calendar }: CalendarProps) {
  return (
    <div className={styles.main}>
      <CalendarToolbar calendar={calendar} />
    </div>
  );
}
