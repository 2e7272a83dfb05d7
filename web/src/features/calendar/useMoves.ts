import type { Job, Span } from '@bindings';
import { useMemo } from 'react';
import { m, notice } from '@/i18n';
import { useJobChanges } from '@/session/jobs';
import { useOverlapOnce } from '@/session/overlaps';
import { toast } from '@/ui/toasts';
import { told } from '@/ui/told';

type Moved = Pick<Job, 'id' | 'status'>;

/**
 * Puts jobs on days and takes them off, by the domain's rules. Each move answers whether it went. Who has other jobs on
 * the new days is told afterwards.
 */
export function useMoves() {
  const { schedule, unschedule } = useJobChanges();
  const overlap = useOverlapOnce();
  return useMemo(
    () => ({
      move: async (job: Moved, span: Span): Promise<boolean> => {
        const went = await told(() => schedule(job, span), notice('scheduleUpdated'));
        const warning = went ? overlap(job.id, span) : null;
        if (warning !== null) toast.warn(m.lanes_overlap(), warning);
        return went;
      },
      takeOff: (job: Moved): Promise<boolean> => told(() => unschedule(job), notice('scheduleUpdated')),
    }),
    [schedule, unschedule, overlap],
  );
}
