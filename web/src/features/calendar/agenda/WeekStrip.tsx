import { type PointerEvent, useRef } from 'react';
import { type AssigneeDays, stateIcons } from '@/components/planning/dayStates';
import { BadDayMark } from '@/components/planning/weather/DayWeather';
import { m } from '@/i18n';
import { type Days, dayNumber, daysIn, weekdayAndDate, weekdayLetter } from '../calendarDays';
import type { useCalendarView } from '../useCalendarView';
import type { DropTarget } from './useCardDrag';
import styles from './WeekStrip.module.css';

interface WeekStripProps {
  days: Days;
  /** How full each day is, if known. */
  load: ReadonlyMap<string, number> | undefined;
  /** The same as text, for screen readers. */
  inWords: ((count: number) => string) | undefined;
  /** Where the dragged card would be dropped. */
  over: DropTarget | null;
  /** While a card is dragged: the days of whoever does the job. */
  moving: AssigneeDays | null;
  calendar: ReturnType<typeof useCalendarView>;
  /** Moves back or forward by a week. */
  onStep: (by: 1 | -1) => void;
}

/** The minimum length of a swipe, in px. */
const swipe = 48;

/** The slope marks under a day show how full it is; at most this many. */
const marks = [1, 2, 3, 4];

/** The week of the selected day. A swipe changes the week; a card can be dropped on a day. */
export function WeekStrip({ days, load, inWords, over, moving, calendar, onStep }: WeekStripProps) {
  const began = useRef<number | null>(null);
  const end = ({ clientX }: PointerEvent) => {
    const moved = clientX - (began.current ?? clientX);
    began.current = null;
    if (Math.abs(moved) >= swipe) onStep(moved < 0 ? 1 : -1);
  };
  return (
    <nav
      aria-label={m.calendar_week()}
      className={styles.week}
      onPointerDown={({ clientX }) => {
        began.current = clientX;
      }}
      onPointerUp={end}
      onPointerCancel={() => {
        began.current = null;
      }}
    >
      {daysIn(days).map((day) => {
        const count = load?.get(day);
        const state = moving?.days.get(day)?.state;
        const Sign = state && stateIcons[state];
        return (
          <button
            key={day}
            type="button"
            className={styles.day}
            data-drop={day}
            data-state={state}
            data-over={(typeof over === 'object' && over?.day === day) || undefined}
            aria-pressed={day === calendar.day}
            aria-current={day === calendar.today ? 'date' : undefined}
            onClick={() => calendar.show({ day })}
          >
            <span className="spoken">
              {weekdayAndDate(day)}
              {count !== undefined && inWords !== undefined && `, ${inWords(count)}`}
            </span>
            <BadDayMark day={day} className={styles.weather ?? ''} />
            <span aria-hidden>{weekdayLetter(day)}</span>
            <b className="num" aria-hidden>
              {dayNumber(day)}
            </b>
            {Sign ? (
              <Sign size={14} stroke={2.4} aria-hidden />
            ) : (
              <i aria-hidden>{marks.map((mark) => mark <= (count ?? 0) && <em key={mark} />)}</i>
            )}
          </button>
        );
      })}
    </nav>
  );
}
