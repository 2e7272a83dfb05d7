/** Jobs that repeat: the series of a job, cached under `['jobSeries', jobId]`, and its changes. Events of jobs refetch it. */
import type { Job, JobId, KeptSeriesJob, RepeatJobForm, Series, SeriesChangeForm } from '@bindings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { refetchJobs, removeJob, storeJob } from '@/queries/jobs/jobsCache';
import { type ApiRequest, sendRequest } from '@/queries/mutations/request';

export const jobSeriesKey = ['jobSeries'] as const;

const path = '/api/job_series';

/** The series of a job, null if it does not repeat. Without `wanted` nothing is fetched. */
export const useJobSeries = (jobId: JobId, wanted: boolean) =>
  useQuery({
    queryKey: [...jobSeriesKey, jobId],
    queryFn: async () => (await call<{ series: Series | null }>('GET', `${path}/${jobId}`)).series,
    enabled: wanted,
  });

interface ChangedSeries {
  jobs: Job[];
  kept: KeptSeriesJob[];
}

interface StoppedSeries {
  deleted: JobId[];
  kept: KeptSeriesJob[];
}

/** What becomes of repeating jobs. Each rejects with an `ApiFailure` when refused. */
export function useSeriesChanges() {
  const queries = useQueryClient();
  return useMemo(() => {
    const send = async <T>(request: Omit<ApiRequest, 'failureNotice'>): Promise<T> => {
      try {
        return await sendRequest<T>({ ...request, failureNotice: 'notSaved' });
      } finally {
        refetchJobs(queries);
        void queries.invalidateQueries({ queryKey: jobSeriesKey });
      }
    };
    const keep = <T extends { jobs: Job[] }>(answer: T): T => {
      for (const job of answer.jobs) storeJob(queries, job);
      return answer;
    };
    return {
      repeat: async (body: RepeatJobForm) =>
        keep(await send<{ jobs: Job[] }>({ path: `${path}/create`, body })),
      change: async (body: SeriesChangeForm) =>
        keep(await send<ChangedSeries>({ path: `${path}/change`, body })),
      stop: async (jobId: JobId) => {
        const answer = await send<StoppedSeries>({ path: `${path}/stop`, body: { jobId } });
        for (const id of answer.deleted) removeJob(queries, id);
        return answer;
      },
    };
  }, [queries]);
}
