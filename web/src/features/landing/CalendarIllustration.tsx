import { IconCheck, IconClockHour4, IconGripVertical } from '@tabler/icons-react';
import { locale, m } from '@/i18n';

import { month, strip, type Week } from './illustrations';
import styles from './illustrations.module.css';

const shown = (day: number) => new Date(2026, 5, day);
const today = 11;

function WeekRow({ week }: { week: Week }) {
  const days = [0, 1, 2, 3, 4, 5, 6].map((at) => shown(week.first + at));
  return (
    <div className={styles.week}>
      <div className={styles.cells}>
        {days.map((day) => (
          <div
            key={day.getTime()}
            className={styles.cell}
            data-off={day.getDay() % 6 === 0 || day.getMonth() !== 5 || undefined}
            data-today={(day.getMonth() === 5 && day.getDate() === today) || undefined}
          >
            <span>{day.getDate()}</span>
          </div>
        ))}
      </div>
      {week.bars.map(({ from, to, row, fill, title, crew, pending }) => (
        <div
          key={`${row}${from}`}
          className={styles.bar}
          data-fill={fill}
          data-pending={pending || undefined}
          style={{ gridColumn: `${from} / ${to + 1}`, gridRow: row + 1 }}
        >
          {fill === 'done' && <IconCheck size={11} stroke={3} />}
          {pending && <IconClockHour4 size={11} stroke={2.4} />}
          <b>{title}</b>
          {crew}
        </div>
      ))}
      {week.more.map(([column, count]) => (
        <span key={column} className={styles.more} style={{ gridColumn: column, gridRow: 4 }}>
          {m.landing_more({ count })}
        </span>
      ))}
    </div>
  );
}

/** A month as a contractor sees it. Only an illustration: not interactive, and hidden from screen readers. */
export function CalendarIllustration() {
  const dateFormat = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale(), options);
  const name = dateFormat({ weekday: 'short' });
  return (
    <div className={styles.calendar} aria-hidden="true">
      <div className={styles.month}>{dateFormat({ month: 'long', year: 'numeric' }).format(shown(1))}</div>
      <div className={styles.names}>
        {[7, 8, 9, 10, 11, 12, 13].map((day) => (
          <span key={day}>{name.format(shown(day))}</span>
        ))}
      </div>
      {month.map((week) => (
        <WeekRow key={week.first} week={week} />
      ))}
      <div className={styles.strip}>
        {strip.map(({ fill, title, city }) => (
          <div key={title} data-fill={fill}>
            <b>{title}</b>
            {city}
            <IconGripVertical size={15} />
          </div>
        ))}
      </div>
    </div>
  );
}
