/** The query keys of jobs, and how responses are written to every cached list. */
import type { Job, JobId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { applyPatch, patched, without } from '@/queries/mutations/lists';
import { cancelOlderFetches } from '@/queries/mutations/optimistic';
import { type Entry, type EntryOf, outbox } from '@/queries/offline/outbox';
import { type JobPatch, type JobsQuery, listWithJob } from './optimisticJobs';

const root = ['jobs'] as const;
const lists = ['jobs', 'list'] as const;

export const jobKeys = {
  /** Everything about jobs: invalidate this after changes that none of the functions below covers. */
  root,
  lists,
  list: (filter: JobsQuery = {}) => [...lists, filter] as const,
  one: (id: JobId) => ['jobs', 'one', id] as const,
};

const isCreation = (entry: Entry): entry is EntryOf<'createJob'> => entry.kind === 'createJob';

const newJob = (id: JobId): Job | undefined =>
  outbox
    .read()
    .filter(isCreation)
    .find(({ job }) => job.id === id)?.job;

/** The job from the newest response, of a list or of the job itself. */
export function cachedJob(queries: QueryClient, id: JobId): Job | undefined {
  let known: { job: Job; updatedAt: number } | undefined;
  for (const { state } of queries.getQueryCache().findAll({ queryKey: root })) {
    const data = state.data as Job | Job[] | undefined;
    const job = [data ?? []].flat().find((each) => each.id === id);
    const updatedAt = state.dataUpdatedAt;
    if (job !== undefined && (known === undefined || updatedAt > known.updatedAt)) known = { job, updatedAt };
  }
  // A job that was made without a network is in the outbox only.
  return known?.job ?? newJob(id);
}

/** The jobs of all cached lists, each once: what this browser knows without asking. */
export function knownJobs(queries: QueryClient): Job[] {
  const known = new Map<JobId, Job>();
  for (const [, jobs] of queries.getQueriesData<Job[]>({ queryKey: lists }))
    for (const job of jobs ?? []) known.set(job.id, job);
  return [...known.values()];
}

/** Writes a job to every cached list and to its own query. */
export function storeJob(queries: QueryClient, job: Job): void {
  cancelFetches(queries, job.id);
  queries.setQueryData<Job>(jobKeys.one(job.id), job);
  for (const [key, jobs] of queries.getQueriesData<Job[]>({ queryKey: lists })) {
    if (jobs !== undefined) queries.setQueryData(key, listWithJob(jobs, key[2] as JobsQuery, job));
  }
}

/** Writes some fields of a job to every cached list and to its own query. */
export function patchJob(queries: QueryClient, id: JobId, patch: JobPatch): void {
  cancelFetches(queries, id);
  queries.setQueryData<Job>(jobKeys.one(id), (job) => job && applyPatch(job, patch));
  queries.setQueriesData<Job[]>({ queryKey: lists }, (jobs) => jobs && patched(jobs, id, patch));
}

export function removeJob(queries: QueryClient, id: JobId): void {
  cancelFetches(queries, id);
  queries.setQueriesData<Job[]>({ queryKey: lists }, (jobs) => jobs && without(jobs, id));
}

/** First fetches are not canceled; if their response is outdated, the refetch after the delay corrects it. */
function cancelFetches(queries: QueryClient, id: JobId): void {
  cancelOlderFetches(queries, lists);
  cancelOlderFetches(queries, jobKeys.one(id));
}

/** The delay of the refetch after the last change, in ms: several drags cause one refetch. */
const refetchDelay = 2_000;

const waiting = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();

/** Postpones the delayed refetch: another change is pending. */
export const postponeRefetch = (queries: QueryClient): void => clearTimeout(waiting.get(queries));

/** Refetches the active queries. */
export function refetchJobs(queries: QueryClient): void {
  postponeRefetch(queries);
  void queries.invalidateQueries({ queryKey: root });
}

/** Active queries are refetched after the delay; queries that become active meanwhile are fetched at once. */
export function refetchJobsSoon(queries: QueryClient): void {
  postponeRefetch(queries);
  void queries.invalidateQueries({ queryKey: root, refetchType: 'none' });
  waiting.set(
    queries,
    setTimeout(() => refetchJobs(queries), refetchDelay),
  );
}
