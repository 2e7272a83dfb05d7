import { type PointerEvent, useRef } from 'react';
import { m } from '@/i18n';
import { dayLetter, dayNumber, longDay } from '../calendarDays';
import type { useCalendarView } from '../useCalendarView';
import type { AgendaEntry } from './agendaDays';
import styles from './WeekStrip.module.css';

interface WeekStripProps {
  agenda: readonly AgendaEntry[];
  calendar: ReturnType<typeof useCalendarView>;
  /** Goes a week on or back. */
  onStep: (by: 1 | -1) => void;
}

/** A swipe is at least this long, in px. */
const swipe = 48;

/** The slope marks under a day say how full it is, up to this many. */
const marks = [1, 2, 3, 4];

/** The week around the chosen day. A swipe changes the week. */
export function WeekStrip({ agenda, calendar, onStep }: WeekStripProps) {
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
      {agenda.map(({ day, jobs }) => (
        <button
          key={day}
          type="button"
          className={styles.day}
          aria-pressed={day === calendar.day}
          aria-current={day === calendar.today ? 'date' : undefined}
          onClick={() => calendar.show({ day })}
        >
          <span className="spoken">
            {longDay(day)}, {m.calendar_jobCount({ count: jobs.length })}
          </span>
          <span aria-hidden>{dayLetter(day)}</span>
          <b className="num" aria-hidden>
            {dayNumber(day)}
          </b>
          <i aria-hidden>{marks.map((mark) => mark <= jobs.length && <em key={mark} />)}</i>
        </button>
      ))}
    </nav>
  );
}
