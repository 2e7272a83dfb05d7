import type { Job } from '@bindings';
import { IconCheck, IconClockHour4 } from '@tabler/icons-react';
import { m } from '@/i18n';
import { crewOf } from '@/ui/jobs/crewOf';

import styles from './JobBar.module.css';
import { OffDays } from './OffDays';

interface JobBarProps {
  job: Job;
  days: number;
  /** The days inside the job on which nobody works, where they are marked. */
  off?: readonly string[];
}

/** The content of a bar: a status icon, the title, and the crew where it fits. */
export function JobBar({ job, days, off = [] }: JobBarProps) {
  const { crew, tone } = crewOf(job);
  const done = job.status === 'complete';
  return (
    <span className={styles.bar} data-done={done || undefined}>
      {off.length > 0 && <OffDays days={off} />}
      {done && <IconCheck size={14} stroke={2.6} aria-hidden />}
      {!done && tone === 'pending' && <IconClockHour4 size={14} stroke={2.4} aria-hidden />}
      <span className={styles.title}>{job.title}</span>
      {crew !== null && days > 1 && <span className={styles.crew}>{crew}</span>}
      {done && <span className="spoken">, {m.common_complete()}</span>}
      {!done && tone === 'pending' && <span className="spoken">, {m.common_pendingAcceptance()}</span>}
    </span>
  );
}
