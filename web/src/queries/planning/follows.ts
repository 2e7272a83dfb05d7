/** The jobs that a job waits for. */
import type { FollowForm, Job, JobId } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useJobChange } from '@/queries/jobs/jobChange';
import { cachedJob, jobKeys } from '@/queries/jobs/jobsCache';

/** Replaces the jobs that a job follows. Rejects with an `ApiFailure`, which says if they would wait for each other. */
export function useFollowsChange({ id }: Job) {
  const change = useJobChange();
  return useCallback(
    (follows: FollowForm[]): Promise<Job> =>
      change(
        id,
        { follows },
        { path: 'update/follows', body: { jobId: id, follows }, failureNotice: 'jobUpdateFailedRetry' },
      ),
    [change, id],
  );
}

/** Looks jobs up in the lists that are in the cache. */
export function useCachedJobs() {
  const queries = useQueryClient();
  return {
    /** The job, if any list has it. */
    find: useCallback((id: JobId): Job | undefined => cachedJob(queries, id), [queries]),
    /** The known jobs that follow this one. */
    followersOf: useCallback(
      (id: JobId): Job[] => {
        const lists = queries.getQueriesData<Job[]>({ queryKey: jobKeys.lists });
        const known = new Map(lists.flatMap(([, jobs]) => jobs ?? []).map((job) => [job.id, job]));
        return [...known.values()].filter(({ follows }) => follows.some(({ jobId }) => jobId === id));
      },
      [queries],
    ),
  };
}
