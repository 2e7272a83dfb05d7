import type { Job, JobStatus, Span } from '@bindings';
import { useMemo } from 'react';
import { ApiFailure } from '@/api/client';
import { notice } from '@/i18n';
import { useJobChanges } from '@/session/jobs';
import { useSession } from '@/session/session';
import { popup } from '@/ui/popups';
import { toast } from '@/ui/toasts';
import { unschedule as mayUnschedule } from '@/wasm/rules';

type Moved = Pick<Job, 'id' | 'status'>;

/** Runs a change of a job and says how it went: a toast when it worked, the popup when it did not. */
export async function told(change: () => Promise<unknown>, success: string): Promise<boolean> {
  try {
    await change();
    toast.sweet(success);
    return true;
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    void popup.oops(failure.message);
    return false;
  }
}

/** Puts jobs on days and takes them off, by the domain's rules. Each move answers whether it went. */
export function useMoves() {
  const { role, language } = useSession();
  const { schedule, unschedule } = useJobChanges();
  const { companyType, userType } = role;
  return useMemo(() => {
    /** Why jobs with this status may not be moved at all, in the words of the specification; null when they may. */
    const whyFixed = (status: JobStatus): string | null =>
      mayUnschedule({ companyType, userType }, status, language)?.message ?? null;

    return {
      whyFixed,
      move: (job: Moved, span: Span): Promise<boolean> =>
        told(() => schedule(job, span), notice('scheduleUpdated')),
      takeOff: (job: Moved): Promise<boolean> => told(() => unschedule(job), notice('scheduleUpdated')),
    };
  }, [schedule, unschedule, companyType, userType, language]);
}
