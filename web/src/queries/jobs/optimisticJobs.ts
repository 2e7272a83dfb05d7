/** Applies pending changes to the jobs of the last response. */
import type { Job, JobId } from '@bindings';
import { applyPatch, type Patch } from '@/queries/mutations/lists';
import { isScheduled, JobIndex } from '@/wasm/rules';

/** The filter of a list; `{}` is all jobs. */
export interface JobsQuery {
  /** `YYYY-MM-DD`, both ends included: jobs whose dates touch these days. */
  from?: string;
  to?: string;
  /** Jobs without dates. */
  unscheduled?: boolean;
}

export type JobPatch = Patch<Job>;

/** A change that the server has not answered yet. */
export interface JobChange {
  id: JobId;
  /** Null deletes the job. */
  patch: JobPatch | null;
  /** The job before it, for lists that it enters by the change. */
  known: Job | undefined;
}

const after = (job: Job, changes: readonly JobChange[]): Job =>
  changes.reduce((now, { patch }) => (patch === null ? now : applyPatch(now, patch)), job);

function touches(job: Job, from: string | null, to: string | null): boolean {
  const index = new JobIndex([job]);
  const found = index.search('', 'all', 'all locations', from, to).length > 0;
  index.free();
  return found;
}

function belongs(job: Job, { from, to, unscheduled }: JobsQuery): boolean {
  if (unscheduled) return !isScheduled(job.startDate, job.endDate);
  return (from === undefined && to === undefined) || touches(job, from ?? null, to ?? null);
}

/** The list with this version of the job: updated in place, added at the end, or removed. */
export function listWithJob(jobs: Job[], filter: JobsQuery, job: Job): Job[] {
  const at = jobs.findIndex(({ id }) => id === job.id);
  if (!belongs(job, filter)) return at < 0 ? jobs : jobs.toSpliced(at, 1);
  return at < 0 ? [...jobs, job] : jobs.with(at, job);
}

/** One job after the changes, starting from this list or any other cached version. */
function outcome(jobs: Job[], id: JobId, changes: readonly JobChange[]): Job | null | undefined {
  const own = changes.filter((change) => change.id === id);
  if (own.some(({ patch }) => patch === null)) return null;
  const before = jobs.find((job) => job.id === id) ?? own.find(({ known }) => known !== undefined)?.known;
  return before && after(before, own);
}

/** The list as if every pending change had succeeded. */
export function applyChanges(jobs: Job[], filter: JobsQuery, changes: readonly JobChange[]): Job[] {
  let list = jobs;
  for (const id of new Set(changes.map((change) => change.id))) {
    const job = outcome(jobs, id, changes);
    if (job === null) list = list.filter((other) => other.id !== id);
    else if (job !== undefined) list = listWithJob(list, filter, job);
  }
  return list;
}

/** The same for one job. A job that is being deleted stays as it is until it is deleted. */
export function applyChangesToJob(job: Job, changes: readonly JobChange[]): Job {
  const own = changes.filter(({ id }) => id === job.id);
  return after(job, own);
}
