/** Where the query cache keeps jobs, and how an answer of the server reaches every list. */
import type { Job, JobId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';

import { type JobPatch, type Narrowing, patched, withJob } from './jobsOverlay';

const root = ['jobs'] as const;
const lists = ['jobs', 'list'] as const;

export const jobKeys = {
  /** Everything about jobs: invalidate this when jobs changed in a way that is not among the changes below. */
  root,
  lists,
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
  stopOlder(queries, job.id);
  queries.setQueryData<Job>(jobKeys.one(job.id), job);
  for (const [key, jobs] of queries.getQueriesData<Job[]>({ queryKey: lists })) {
    if (jobs !== undefined) queries.setQueryData(key, withJob(jobs, key[2] as Narrowing, job));
  }
}

/** Writes an answer that names only a part of the job into everything that shows the job. */
export function amend(queries: QueryClient, id: JobId, patch: JobPatch): void {
  stopOlder(queries, id);
  queries.setQueryData<Job>(jobKeys.one(id), (job) => job && patched(job, patch));
  queries.setQueriesData<Job[]>({ queryKey: lists }, (jobs) =>
    jobs?.map((job) => (job.id === id ? patched(job, patch) : job)),
  );
}

export function drop(queries: QueryClient, id: JobId): void {
  stopOlder(queries, id);
  queries.setQueriesData<Job[]>({ queryKey: lists }, (jobs) => jobs?.filter((job) => job.id !== id));
}

/**
 * What was asked for before the change would bring the job back as it was. The first answer of all is waited for: the
 * overlay and the fetch after the quiet set it right.
 */
function stopOlder(queries: QueryClient, id: JobId): void {
  const filled = ({ state }: { state: { data: unknown } }) => state.data !== undefined;
  void queries.cancelQueries({ queryKey: lists, predicate: filled });
  void queries.cancelQueries({ queryKey: jobKeys.one(id), predicate: filled });
}

/** How long nothing changes before what is shown is fetched again, in ms: a row of drags fetches it once. */
const quiet = 2_000;

const waiting = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();

/** Puts the fetch after the quiet off: another change is on its way. */
export const putOff = (queries: QueryClient): void => clearTimeout(waiting.get(queries));

/** Fetches again what is shown. */
export function refresh(queries: QueryClient): void {
  putOff(queries);
  void queries.invalidateQueries({ queryKey: root });
}

/** What is shown stays for now and is fetched after the quiet; what is opened from here on is fetched at once. */
export function refreshSoon(queries: QueryClient): void {
  putOff(queries);
  void queries.invalidateQueries({ queryKey: root, refetchType: 'none' });
  waiting.set(
    queries,
    setTimeout(() => refresh(queries), quiet),
  );
}
