import { IconRoute } from '@tabler/icons-react';
import { m } from '@/i18n';
import { CrewName } from '@/ui/jobs/CrewName';
import { useJobColor } from '@/ui/jobs/jobColor';
import { StatusPill } from '@/ui/jobs/StatusPill';
import { directionsUrl } from '@/ui/navigation/directions';
import { daysBetween } from '../calendarDays';
import type { DatedJob } from '../grid/dayOverflow';
import styles from './AgendaCard.module.css';

interface AgendaCardProps {
  job: DatedJob;
  day: string;
  /** True if it can be dragged to another day. */
  movable: boolean;
  isLifted: boolean;
  onOpen: (id: string) => void;
}

/** A job on one of its days. */
export function AgendaCard({ job, day, movable, isLifted, onOpen }: AgendaCardProps) {
  const paint = useJobColor();
  const done = job.status === 'complete';
  const total = daysBetween(job.startDate, job.endDate) + 1;
  const at = daysBetween(job.startDate, day) + 1;
  return (
    <li
      className={`card ${styles.card}`}
      data-movable={movable || undefined}
      data-lifted={isLifted || undefined}
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
          <span className={`boxed num ${styles.days}`}>
            {total === 1 ? m.calendar_oneDay() : m.calendar_dayOf({ day: at, total })}
          </span>
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
