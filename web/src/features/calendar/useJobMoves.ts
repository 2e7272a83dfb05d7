import type { Job, Span } from '@bindings';
import { useMemo } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { useFollowersFirst } from '@/components/planning/follows/useFollowersFirst';
import { m, notice } from '@/i18n';
import { useJobChanges } from '@/queries/jobs/jobs';
import { useOverlapCheck } from '@/queries/jobs/overlaps';
import { toast } from '@/ui/overlays/toasts';

type Moved = Pick<Job, 'id' | 'status'>;

/**
 * Schedules and unschedules jobs by the domain's rules. Each move returns whether it succeeded. If others follow the job,
 * the user is asked first whether they move as well. Overlaps are reported afterwards.
 */
export function useJobMoves() {
  const { schedule, unschedule } = useJobChanges();
  const overlap = useOverlapCheck();
  const followersFirst = useFollowersFirst();
  return useMemo(
    () => ({
      move: async (job: Moved, span: Span): Promise<boolean> => {
        const isAlone = followersFirst(job, span);
        if (isAlone !== true && !(await isAlone)) return false;
        const succeeded = await runWithToast(() => schedule(job, span), notice('scheduleUpdated'));
        const warning = succeeded ? overlap(job.id, span) : null;
        if (warning !== null) toast.warn(m.lanes_overlap(), warning);
        return succeeded;
      },
      takeOff: (job: Moved): Promise<boolean> =>
        runWithToast(() => unschedule(job), notice('scheduleUpdated')),
    }),
    [schedule, unschedule, overlap, followersFirst],
  );
}
