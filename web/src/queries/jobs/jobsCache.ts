/** The query keys of jobs, and how responses are written to every cached list. */
import type { Job, JobId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { applyPatch, patched, without } from '@/queries/mutations/lists';
import { cancelOlderFetches } from '@/queries/mutations/optimistic';
import { type JobPatch, type JobsQuery, listWithJob } from './optimisticJobs';

const root = ['jobs'] as const;
const lists = ['jobs', 'list'] as const;

export const jobKeys = {
  /** Everything about jobs: invalidate this after changes that none of the functions below covers. */
  root,
  lists,
  list: (narrowing: JobsQuery = {}) => [...lists, narrowing] as const,
  one: (id: JobId) => ['jobs', 'one', id] as const,
};

/** The job as the newest answer knows it, be it a list or the job alone. */
export function cachedJob(queries: QueryClient, id: JobId): Job | undefined {
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
export function storeJob(queries: QueryClient, job: Job): void {
  cancelFetches(queries, job.id);
  queries.setQueryData<Job>(jobKeys.one(job.id), job);
  for (const [key, jobs] of queries.getQueriesData<Job[]>({ queryKey: lists })) {
    if (jobs !== undefined) queries.setQueryData(key, listWithJob(jobs, key[2] as JobsQuery, job));
  }
}

/** Writes an answer that names only a part of the job into everything that shows the job. */
export function patchJob(queries: QueryClient, id: JobId, patch: JobPatch): void {
  cancelFetches(queries, id);
  queries.setQueryData<Job>(jobKeys.one(id), (job) => job && applyPatch(job, patch));
  queries.setQueriesData<Job[]>({ queryKey: lists }, (jobs) => jobs && patched(jobs, id, patch));
}

export function removeJob(queries: QueryClient, id: JobId): void {
  cancelFetches(queries, id);
  queries.setQueriesData<Job[]>({ queryKey: lists }, (jobs) => jobs && without(jobs, id));
}

/** What a first fetch, which is not canceled, does not include is corrected by the refetch after the delay. */
function cancelFetches(queries: QueryClient, id: JobId): void {
  cancelOlderFetches(queries, lists);
  cancelOlderFetches(queries, jobKeys.one(id));
}

/** How long nothing changes before what is shown is fetched again, in ms: a row of drags fetches it once. */
const refetchDelay = 2_000;

const waiting = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();

/** Postpones the delayed refetch: another change is pending. */
export const postponeRefetch = (queries: QueryClient): void => clearTimeout(waiting.get(queries));

/** Fetches again what is shown. */
export function refetchJobs(queries: QueryClient): void {
  postponeRefetch(queries);
  void queries.invalidateQueries({ queryKey: root });
}

/** What is shown stays for now and is fetched after the quiet; what is opened from here on is fetched at once. */
export function refetchJobsSoon(queries: QueryClient): void {
  postponeRefetch(queries);
  void queries.invalidateQueries({ queryKey: root, refetchType: 'none' });
  waiting.set(
    queries,
    setTimeout(() => refetchJobs(queries), refetchDelay),
  );
}
