import type { Job } from '@bindings';
import { IconGripVertical } from '@tabler/icons-react';
import { NewJobBadge } from '@/components/offline/NewJobBadge';
import { CrewName } from '@/ui/jobs/CrewName';
import { useJobColor } from '@/ui/jobs/jobColor';

import styles from './UnscheduledCard.module.css';

interface UnscheduledCardProps {
  job: Job;
  /** True if it can be dragged: it shows a grip. */
  movable: boolean;
  onOpen: (id: string) => void;
}

/** A job without dates. A press opens its options, where dates can be picked without dragging. */
export function UnscheduledCard({ job, movable, onOpen }: UnscheduledCardProps) {
  const paint = useJobColor();
  return (
    <button
      type="button"
      className={styles.card}
      data-job={job.id}
      data-movable={movable || undefined}
      onClick={() => onOpen(job.id)}
    >
      <span
        className={styles.edge}
        style={{ background: paint(job.color, job.status === 'complete').fill }}
      />
      <span className={styles.words}>
        <span className={styles.title}>{job.title}</span>
        <span className={styles.under}>
          <span>{job.city}</span>
          <span className="trunc">
            <CrewName job={job} />
          </span>
        </span>
      </span>
      <NewJobBadge id={job.id} />
      {movable && <IconGripVertical className={styles.grip} size={18} aria-hidden />}
    </button>
  );
}
