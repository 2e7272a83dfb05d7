/** Where the query cache keeps jobs, and how an answer of the server reaches every list. */
import type { Job, JobId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';

import { type Narrowing, withJob } from './jobsOverlay';

const root = ['jobs'] as const;
const lists = ['jobs', 'list'] as const;

export const jobKeys = {
  /** Everything about jobs: invalidate this when jobs changed in a way that is not among the changes below. */
  root,
  list: (narrowing: Narrowing = {}) => [...lists, narrowing] as const,
  one: (id: JobId) => ['jobs', 'one', id] as const,
};

/** The job as the newest answer knows it, be it a list or the job alone. */
export function knownJob(queries: QueryClient, id: JobId): Job | undefined {
  let known: { job: Job; told: number } | undefined;
  for (const { state } of queries.getQueryCache().findAll({ queryKey: root })) {
    const data = state.data as Job | Job[] | undefined;
    const job = [data ?? []].flat().find((each) => each.id === id);
    const told = state.dataUpdatedAt;
    if (job !== undefined && (known === undefined || told > known.told)) known = { job, told };
  }
  return known?.job;
}

/** Writes the server's answer into everything that shows the job. */
export function keep(queries: QueryClient, job: Job): void {
  queries.setQueryData<Job>(jobKeys.one(job.id), job);
  for (const [key, jobs] of queries.getQueriesData<Job[]>({ queryKey: lists })) {
    if (jobs !== undefined) queries.setQueryData(key, withJob(jobs, key[2] as Narrowing, job));
  }
}

export function drop(queries: QueryClient, id: JobId): void {
  queries.setQueriesData<Job[]>({ queryKey: lists }, (jobs) => jobs?.filter((job) => job.id !== id));
}

/** Fetches again what is shown. A job that is gone is not asked for: its page is closing. */
export function refresh(queries: QueryClient, gone?: JobId): void {
  const ofGone = (key: readonly unknown[]) => gone !== undefined && key[1] === 'one' && key[2] === gone;
  void queries.invalidateQueries({ queryKey: root, predicate: ({ queryKey }) => !ofGone(queryKey) });
  if (gone !== undefined)
    void queries.invalidateQueries({ queryKey: jobKeys.one(gone), refetchType: 'none' });
}
