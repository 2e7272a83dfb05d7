import type { DayCellInfo, DayHeaderInfo } from '@fullcalendar/react';
import { DayWeather } from '@/components/planning/weather/DayWeather';
import { dayOf } from '@/ui/dates/dates';
import { all } from './gridTheme';
import styles from './gridTheme.module.css';

/** The number of a day, and its rain and wind. The grid gets one function, so that it is not built again. */
export const dayTop = ({ date, text, isToday, isOther }: DayCellInfo) => (
  <>
    <span className={all(styles.number, isOther && styles.numberOther, isToday && styles.numberToday)}>
      {text}
    </span>
    <DayWeather day={dayOf(date)} />
  </>
);

/** The same above a week, whose days have no number of their own. */
export const dayHead = ({ date, text, inPopover, view }: DayHeaderInfo) => (
  <span className={styles.headLine}>
    {text}
    {view.type === 'dayGridWeek' && !inPopover && <DayWeather day={dayOf(date)} />}
  </span>
);
