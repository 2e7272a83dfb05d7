import { Button } from '@mantine/core';
import { useState } from 'react';
import { DayWeather } from '@/components/planning/weather/DayWeather';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import type { WorkCalendar } from '@/wasm/rules';

import { DayHeading, MoveDayButton } from '../dayMenu/MoveDayButton';
import styles from './Agenda.module.css';
import { AgendaCard } from './AgendaCard';
import type { AgendaEntry } from './agendaDays';
import type { DraggedState } from './useCardDrag';

interface AgendaDayProps extends AgendaEntry {
  today: string;
  /** If the company does not work on this day: the name of the holiday, or blank. */
  closed: string | undefined;
  workCalendar: WorkCalendar | null;
  lifted: DraggedState | null;
  mayLift: (id: string) => boolean;
  onOpen: (id: string) => void;
}

/** How many jobs of a day are shown at a time. */
const piece = 20;

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** One day of the agenda under its sticky heading. */
export function AgendaDay(props: AgendaDayProps) {
  const { day, jobs, today, closed, workCalendar, lifted, mayLift, onOpen } = props;
  const [shown, setShown] = useState(piece);
  const left = jobs.length - shown;
  const name = shortDay(day);
  const over = lifted?.over;
  return (
    <section
      className={styles.section}
      data-drop={day}
      data-over={(typeof over === 'object' && over?.day === day) || undefined}
    >
      <DayHeading day={day} className={styles.dayHead ?? ''}>
        <span data-today={day === today || undefined}>
          {day === today ? m.calendar_todayIs({ day: name }) : capital(name)}
        </span>
        {closed !== undefined && <span className={styles.closed}>{closed || m.workdays_notWorking()}</span>}
        <DayWeather day={day} />
        <span className={`num ${styles.dayCount}`}>{m.calendar_jobCount({ count: jobs.length })}</span>
        {jobs.length > 0 && <MoveDayButton day={day} />}
      </DayHeading>
      {jobs.length === 0 && <p className={styles.free}>{m.calendar_freeDay()}</p>}
      <ul className={styles.cards}>
        {jobs.slice(0, shown).map((job) => (
          <AgendaCard
            key={job.id}
            job={job}
            day={day}
            closed={closed !== undefined}
            workCalendar={workCalendar}
            movable={mayLift(job.id)}
            isLifted={lifted?.id === job.id && lifted.day === day}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {left > 0 && (
        <Button variant="default" fullWidth mt={10} onClick={() => setShown(shown + 5 * piece)}>
          {m.calendar_showMore({ count: left })}
        </Button>
      )}
    </section>
  );
}
