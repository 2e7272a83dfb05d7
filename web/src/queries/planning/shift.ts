/**
 * Moves many jobs at once. A dry run says what would move; it is sent with the state that stands for it, so that
 * nothing else is stored than what was shown. Both reject with an `ApiFailure` ready for `popup.oops`.
 */
import type { JobId, KeptJob, ShiftForm, ShiftId, ShiftMove } from '@bindings';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiFailure, call } from '@/api/client';
import { callIdempotent } from '@/api/idempotency';
import { patchJob, refetchJobsSoon } from '@/queries/jobs/jobsCache';
import { explainFailure } from '@/queries/mutations/request';
import { withRequestKey } from '@/queries/mutations/requestKeys';

const path = '/api/schedule/shift';

/** What would move now, and the state that stands for it. */
export interface ShiftPlan {
  moves: ShiftMove[];
  state: string;
}

/** Which jobs move, how far, and what becomes of single ones. */
export type ShiftTerms = Pick<ShiftForm, 'selection' | 'workdays' | 'to' | 'withFollowing' | 'adjust'>;

const planKey = (terms: ShiftTerms | null) => ['planning', 'shift', terms] as const;

/** Asks what would move, without moving anything. */
export const fetchShiftPlan = (terms: ShiftTerms): Promise<ShiftPlan> =>
  call<ShiftPlan>('POST', path, { ...terms, dryRun: true });

/**
 * What would move. The previous plan stays while another is fetched (`isPlaceholderData`). It is not refetched by
 * itself: the user sends what they saw, and the server says if that has changed.
 */
export const useShiftPlan = (terms: ShiftTerms | null) =>
  useQuery({
    queryKey: planKey(terms),
    queryFn: () => fetchShiftPlan(terms as ShiftTerms),
    enabled: terms !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });

/** What would move now, of a call that was refused because that has changed; null for other failures. */
function changedPlan(failure: unknown): ShiftPlan | null {
  if (!(failure instanceof ApiFailure) || failure.code !== 'changed') return null;
  const { moves, state } = failure.current as Partial<ShiftPlan>;
  return moves === undefined || state === undefined ? null : { moves, state };
}

/** Sends a move as it was shown. */
export function useShift() {
  const queries = useQueryClient();
  return useCallback(
    async (terms: ShiftTerms, { state }: ShiftPlan, reason: string) => {
      const body = { ...terms, reason, state };
      try {
        const answer = await withRequestKey(`${path} ${JSON.stringify(body)}`, (key) =>
          callIdempotent<ShiftPlan & { shiftId: ShiftId }>('POST', path, body, key),
        );
        for (const { jobId, will } of answer.moves)
          patchJob(queries, jobId, { ...will, isAcceptedBySub: false });
        return answer;
      } catch (failure) {
        const now = changedPlan(failure);
        if (now !== null) queries.setQueryData<ShiftPlan>(planKey(terms), now);
        throw explainFailure(failure, 'jobUpdateFailed');
      } finally {
        refetchJobsSoon(queries);
      }
    },
    [queries],
  );
}

/** The jobs that are back on their days, and those that were left as they are. */
export interface RestoredJobs {
  restored: JobId[];
  kept: KeptJob[];
}

/** Takes a move back: days and acceptance return where nobody changed or answered a job since. */
export function useShiftUndo() {
  const queries = useQueryClient();
  return useCallback(
    async (id: ShiftId): Promise<RestoredJobs> => {
      const address = `${path}/${id}/undo`;
      try {
        return await withRequestKey(address, (key) => callIdempotent<RestoredJobs>('POST', address, {}, key));
      } catch (failure) {
        throw explainFailure(failure, 'jobUpdateFailed');
      } finally {
        refetchJobsSoon(queries);
      }
    },
    [queries],
  );
}
