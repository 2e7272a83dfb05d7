/** How a change of a job reaches the server: optimistically, and reverted when it is refused. */
import type { Job, JobId } from '@bindings';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';
import { isChanging, runOptimistic, usePendingChanges } from '@/queries/mutations/optimistic';
import { type ApiRequest, sendRequest } from '@/queries/mutations/request';
import { type Entry, isPendingEntry, type Queued, useQueued } from '@/queries/offline/outbox';
import { currentId, isTemporaryId } from '@/queries/offline/temporaryIds';
import { cachedJob, postponeRefetch, refetchJobsSoon, storeJob } from './jobsCache';
import type { JobChange, JobPatch } from './optimisticJobs';

const changeKey = ['jobs', 'change'] as const;

/** How a queued entry shows in jobs. */
export function queuedChange(entry: Entry): JobChange[] {
  // A new job shows as long as it waits, also one that was refused: its notes and photos have no other place.
  if (entry.kind === 'createJob') return [{ id: entry.job.id, patch: entry.job, known: entry.job }];
  if (!isPendingEntry(entry)) return [];
  switch (entry.kind) {
    case 'completeJob':
      return [
        {
          id: entry.job.id,
          patch: { status: entry.isActive ? 'active' : 'complete' },
          known: entry.job,
        },
      ];
    case 'answerJob':
      return [
        { id: entry.job.id, patch: entry.accepts ? { isAcceptedBySub: true } : null, known: entry.job },
      ];
    default:
      return [];
  }
}

/** The pending and queued changes of jobs, oldest first. */
export function usePendingJobChanges(): JobChange[] {
  const sent = usePendingChanges<JobChange>(changeKey);
  const creations = useQueued('createJob');
  const answers = useQueued('answerJob');
  const completions = useQueued('completeJob');
  return useMemo(() => {
    const waiting = [...creations, ...answers, ...completions].flatMap(queuedChange);
    return waiting.length === 0 ? sent : [...waiting, ...sent];
  }, [sent, creations, answers, completions]);
}

/** Is a change of this job pending, or of any job if no id is given? */
export const isJobChanging = (queries: QueryClient, id?: JobId): boolean =>
  isChanging<JobChange>(queries, changeKey, (change) => id === undefined || change.id === id);

/** Did this tab delete the job, or decline it? */
export const wasDeletedHere = (queries: QueryClient, id: JobId): boolean =>
  queries
    .getMutationCache()
    .findAll({ mutationKey: changeKey, status: 'success' })
    .some(({ state }) => {
      const change = state.variables as JobChange;
      return change.id === id && change.patch === null;
    });

/** Runs an optimistic change; `store` writes the response to the query cache. */
export function runChange<T>(
  queries: QueryClient,
  change: JobChange,
  sent: ApiRequest | (() => Promise<T>),
  store: (answer: Exclude<T, Queued>) => void,
): Promise<T> {
  if (typeof sent !== 'function' && isTemporaryId(currentId(change.id)))
    return Promise.reject(new ApiFailure(409, 'conflict', m.outbox_jobWaits()));
  postponeRefetch(queries);
  return runOptimistic<JobChange, T>(queries, {
    mutationKey: changeKey,
    change,
    lane: `job-${change.id}`,
    send: typeof sent === 'function' ? sent : () => sendRequest<T>(sent),
    store,
    refetch: () => refetchJobsSoon(queries),
  });
}

/** Changes fields of one job by a call that returns the whole job, including what others changed meanwhile. */
export function useJobChange() {
  const queries = useQueryClient();
  return useCallback(
    async (id: JobId, patch: JobPatch, sent: ApiRequest): Promise<Job> => {
      const known = cachedJob(queries, id);
      const take = ({ job }: { job: Job }) => storeJob(queries, job);
      return (await runChange(queries, { id, patch, known }, sent, take)).job;
    },
    [queries],
  );
}
