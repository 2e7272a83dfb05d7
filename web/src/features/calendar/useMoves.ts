import type { Job, Span } from '@bindings';
import { useMemo } from 'react';
import { notice } from '@/i18n';
import { useJobChanges } from '@/session/jobs';
import { told } from '@/ui/told';

type Moved = Pick<Job, 'id' | 'status'>;

/** Puts jobs on days and takes them off, by the domain's rules. Each move answers whether it went. */
export function useMoves() {
  const { schedule, unschedule } = useJobChanges();
  return useMemo(
    () => ({
      move: (job: Moved, span: Span): Promise<boolean> =>
        told(() => schedule(job, span), notice('scheduleUpdated')),
      takeOff: (job: Moved): Promise<boolean> => told(() => unschedule(job), notice('scheduleUpdated')),
    }),
    [schedule, unschedule],
  );
}
