import { IconRoute } from '@tabler/icons-react';
import { m } from '@/i18n';
import { CrewName } from '@/ui/jobs/CrewName';
import { useJobColor } from '@/ui/jobs/jobColor';
import { StatusPill } from '@/ui/jobs/StatusPill';
import { directionsUrl } from '@/ui/navigation/directions';
import type { WorkCalendar } from '@/wasm/rules';
import { daysBetween } from '../calendarDays';
import type { DatedJob } from '../grid/dayOverflow';
import styles from './AgendaCard.module.css';

interface AgendaCardProps {
  job: DatedJob;
  day: string;
  /** Whether the company does not work on this day. */
  closed: boolean;
  /** What the days of the job are counted with; null until it has loaded. */
  workCalendar: WorkCalendar | null;
  /** True if it can be dragged to another day. */
  movable: boolean;
  isLifted: boolean;
  onOpen: (id: string) => void;
}

/** A job on one of its days. */
export function AgendaCard(props: AgendaCardProps) {
  const { job, day, closed, workCalendar, movable, isLifted, onOpen } = props;
  const paint = useJobColor();
  const done = job.status === 'complete';
  // The first and the last day are worked on, whatever day it is; a weekend between them is no day of work.
  const isOff = closed && job.startDate < day && day < job.endDate;
  const lengthTo = (end: string) =>
    workCalendar?.length(job.startDate, end) ?? daysBetween(job.startDate, end) + 1;
  const total = lengthTo(job.endDate);
  const place = total === 1 ? m.calendar_oneDay() : m.calendar_dayOf({ day: lengthTo(day), total });
  return (
    <li
      className={`card ${styles.card}`}
      data-movable={movable || undefined}
      data-lifted={isLifted || undefined}
      data-off={isOff || undefined}
    >
      <button
        type="button"
        className={styles.open}
        data-job={job.id}
        data-day={day}
        onClick={() => onOpen(job.id)}
      >
        <span className={styles.edge} style={{ background: paint(job.color, done).fill }} />
        <span className={styles.words}>
          <span className={styles.title}>{job.title}</span>
          <span className={`boxed num ${styles.days}`}>{isOff ? m.workdays_notWorking() : place}</span>
          <span className={styles.place}>{[job.address, job.city].filter(Boolean).join(', ')}</span>
          <span className={styles.crew}>
            <span className="trunc">
              <CrewName job={job} />
            </span>
            {done && <StatusPill status="complete" />}
          </span>
        </span>
      </button>
      <a className={styles.route} href={directionsUrl(job)} target="_blank" rel="noreferrer">
        <IconRoute size={22} stroke={1.9} aria-hidden />
        <span>
          {m.calendar_route()}
          <span className="spoken"> {job.title}</span>
        </span>
      </a>
    </li>
  );
}
