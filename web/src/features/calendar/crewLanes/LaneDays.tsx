import { memo } from 'react';
import { BadDayMark } from '@/components/planning/weather/DayWeather';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import { dateFormat, midnight } from '@/ui/dates/dates';

import type { ClosedDays } from '../availability/useClosedDays';
import { dayNumber } from '../calendarDays';
import styles from './LaneBoard.module.css';

interface LaneDaysProps {
  days: readonly string[];
  today: string;
  /** True in the day view. */
  alone: boolean;
  /** The days on which the company does not work. */
  closed: ClosedDays | null;
  onDay: (day: string) => void;
}

/** The days above the lanes. A press opens the day view. */
export const LaneDays = memo(function LaneDays({ days, today, alone, closed, onDay }: LaneDaysProps) {
  const weekday = dateFormat({ weekday: 'short' });
  return (
    <div className={styles.days}>
      <div className={styles.corner} data-corner>
        {m.calendar_crews()}
      </div>
      {days.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.day}
          data-date={each}
          data-today={each === today || undefined}
          aria-current={each === today ? 'date' : undefined}
          disabled={alone}
          title={closed?.get(each) || undefined}
          onClick={() => onDay(each)}
        >
          <span className="spoken">{[shortDay(each), closed?.get(each)].filter(Boolean).join(', ')}</span>
          <BadDayMark day={each} className={styles.weather ?? ''} />
          <span className="trunc" aria-hidden>
            {[weekday.format(midnight(each)), closed?.get(each)].filter(Boolean).join(' · ')}
          </span>
          <b className="num" aria-hidden>
            {dayNumber(each)}
          </b>
        </button>
      ))}
    </div>
  );
});
