/**
 * One change of several jobs in one call, and its undo. Not shown before the server has answered: it may leave some of the
 * jobs as they are.
 */
import type { BulkChangeForm, BulkChangeId, Job, JobId, RefusedJob } from '@bindings';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callIdempotent } from '@/api/idempotency';
import { explainFailure } from '@/queries/mutations/request';
import { withRequestKey } from '@/queries/mutations/requestKeys';
import { refetchJobsSoon, storeJob } from './jobsCache';

interface BulkAnswer {
  jobs: Job[];
  /** Those that were left as they were. */
  refused: RefusedJob[];
}

async function send<T extends BulkAnswer>(queries: QueryClient, path: string, body: object): Promise<T> {
  try {
    const answer = await withRequestKey(`${path} ${JSON.stringify(body)}`, (key) =>
      callIdempotent<T>('POST', path, body, key),
    );
    for (const job of answer.jobs) storeJob(queries, job);
    return answer;
  } catch (failure) {
    throw explainFailure(failure, 'jobUpdateFailed');
  } finally {
    refetchJobsSoon(queries);
  }
}

/** Rejects with an `ApiFailure` ready for `popup.oops`. */
export function useBulkChange() {
  const queries = useQueryClient();
  const change = useCallback(
    (jobIds: readonly JobId[], what: BulkChangeForm) =>
      send<BulkAnswer & { undo: BulkChangeId }>(queries, '/api/jobs/bulk', { jobIds, change: what }),
    [queries],
  );
  const undo = useCallback(
    (id: BulkChangeId) => send<BulkAnswer>(queries, '/api/jobs/bulk/undo', { undo: id }),
    [queries],
  );
  return { change, undo };
}
