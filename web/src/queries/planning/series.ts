/** Jobs that repeat: the series of a job, cached under `['jobSeries', jobId]`, and its changes. Events of jobs refetch it. */
import type {
  Job,
  JobId,
  KeptSeriesJob,
  RepeatJobForm,
  RepeatRule,
  Series,
  SeriesChangeForm,
} from '@bindings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { refetchJobs, removeJob, storeJob } from '@/queries/jobs/jobsCache';
import { type ApiRequest, sendRequest } from '@/queries/mutations/request';

export const jobSeriesKey = ['jobSeries'] as const;

const path = '/api/job_series';

/** Marks the query of what a change would do. */
const previewed = 'preview';

/** The series of a job, null if it does not repeat. Without `wanted` nothing is fetched. */
export const useJobSeries = (jobId: JobId, wanted: boolean) =>
  useQuery({
    queryKey: [...jobSeriesKey, jobId],
    queryFn: async () => (await call<{ series: Series | null }>('GET', `${path}/${jobId}`)).series,
    enabled: wanted,
  });

/** The first days of scheduled jobs, in their order. */
export const daysOf = (jobs: readonly Job[]): { id: JobId; day: string }[] =>
  jobs
    .flatMap(({ id, startDate }) => (startDate === null ? [] : { id, day: startDate }))
    .toSorted((one, other) => one.day.localeCompare(other.day));

/** The days on which a job would repeat, its own first, by the server's own answer. Without a rule nothing is asked. */
export const useRepeatedDays = (job: Job, rule: RepeatRule | null) =>
  useQuery({
    queryKey: [...jobSeriesKey, previewed, job.id, rule],
    queryFn: async () => {
      const body: RepeatJobForm = { jobId: job.id, ...(rule as RepeatRule), dryRun: true };
      const { jobs } = await call<{ jobs: Job[] }>('POST', `${path}/create`, body);
      return daysOf([job, ...jobs]);
    },
    enabled: rule !== null,
    gcTime: 0,
    retry: false,
  });

/** What a change did, or would do: the jobs that it changes, and those that stay as they are. */
export interface ChangedSeries {
  jobs: Job[];
  kept: KeptSeriesJob[];
}

/**
 * What a change would do, without doing it: the server's own answer, so that what is shown is what is done. Refetched when
 * events say that a job has changed. Null asks nothing.
 */
export const useSeriesPreview = (change: SeriesChangeForm | null) =>
  useQuery({
    queryKey: [...jobSeriesKey, previewed, change],
    queryFn: () => call<ChangedSeries>('POST', `${path}/change`, { ...change, dryRun: true }),
    enabled: change !== null,
    gcTime: 0,
    retry: false,
  });

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
        void queries.invalidateQueries({
          queryKey: jobSeriesKey,
          predicate: ({ queryKey }) => queryKey[1] !== previewed,
        });
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
