import type { LaneJob, Span } from '@bindings';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useOverlaps } from '@/queries/jobs/overlaps';

import styles from './OverlapWarning.module.css';

/** Warns that the crew of a job has other jobs on these days. Nothing is forbidden. */
export function OverlapWarning({ job, span }: { job: LaneJob; span: Span }) {
  const itself = useMemo(() => [job], [job]);
  const warning = useOverlaps({ from: span.startDate, to: span.endDate }, itself)(job.id, span);
  return (
    <span role="status">
      {warning !== null && (
        <span className={styles.line}>
          <IconAlertTriangle size={16} stroke={2.2} aria-hidden />
          <span>{warning}</span>
        </span>
      )}
    </span>
  );
}
