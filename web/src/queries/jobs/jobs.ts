/**
 * The jobs of the server, for every screen that shows or changes them (the list, the job page, the calendar).
 *
 * Reading: `useJobs(query)` and `useJob(id)`. Lists are cached under `['jobs', 'list', query]` (`{}` all jobs,
 * `{ from, to }` those whose dates touch these days, `{ unscheduled: true }` those without dates), one job under
 * `['jobs', 'one', id]`. Invalidating `['jobs']` refetches what is shown; the server answers 304 for a list that did
 * not change.
 *
 * Changing: `useJobChanges()`, new jobs `useCreateJob()`, the fields of one job `useJobFacts(id)`, its tags and measurements `useJobRecords(id)`,
 * its notes `useNoteChanges(id)`. A change shows at once in every list and on the job's page, also in lists that the
 * job enters or leaves by it. The cache holds the responses of the server; pending changes are applied while they are
 * read (see `optimisticJobs.ts`). So a failed change reverts its own fields and nothing else, however many are
 * pending. Changes of one job reach the server one after the other. The response is written to the cached lists; they
 * are refetched once, when no change has been made for a while.
 *
 * A change that fails rejects with an `ApiFailure` whose `message` is ready for `popup.oops`: the server's message for
 * a refusal, the catalog's for a server error.
 */
import type { EditJob, Job, JobId, Span } from '@bindings';
import {
  hashKey,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { ApiFailure, call } from '@/api/client';
import { callList, shareRows } from '@/api/listDelta';
import { useSession } from '@/queries/accounts/session';
import { polling } from '@/queries/live/polling';
import { blankToNull, changedFields } from '@/queries/mutations/changedFields';
import { assertAllowed } from '@/queries/mutations/request';
import { outbox, type Queued, queued } from '@/queries/offline/outbox';
import { sendOrQueue } from '@/queries/offline/sendOrQueue';
import { currentId, firstId, isTemporaryId } from '@/queries/offline/temporaryIds';
import { reschedule, unschedule } from '@/wasm/rules';
import { queuedChange, runChange, useJobChange, usePendingJobChanges } from './jobChange';
import { cachedJob, jobKeys, removeJob, storeJob } from './jobsCache';
import { jobsPath } from './listPrefetch';
import { applyChanges, applyChangesToJob, type JobsQuery } from './optimisticJobs';

export { jobKeys } from './jobsCache';
export type { JobsQuery } from './optimisticJobs';

function listAddress(companyType: string, filter: JobsQuery): string {
  const params = new URLSearchParams();
  if (filter.from !== undefined) params.set('from', filter.from);
  if (filter.to !== undefined) params.set('to', filter.to);
  if (filter.unscheduled) params.set('unscheduled', 'true');
  const text = params.toString();
  return `${jobsPath(companyType)}${text === '' ? '' : `?${text}`}`;
}

/** Oldest first, as the server sends them. */
const byCreation = (one: Job, other: Job): number =>
  Date.parse(one.dateInserted) - Date.parse(other.dateInserted) || (one.id < other.id ? -1 : 1);

const listQuery = (companyType: string, filter: JobsQuery) =>
  queryOptions({
    queryKey: jobKeys.list(filter),
    queryFn: ({ queryKey }) =>
      callList<Job>({
        path: listAddress(companyType, filter),
        name: 'jobs',
        queryHash: hashKey(queryKey),
        order: byCreation,
      }),
    structuralSharing: shareRows,
  });

/**
 * A list of jobs with all pending changes applied. While other days are fetched, the previous list stays
 * (`isPrevious`). `jobs` is undefined until there is a response, and keeps its identity while nothing changes. Without
 * `wanted` nothing is fetched.
 */
export function useJobs({ from, to, unscheduled }: JobsQuery = {}, wanted = true) {
  const { company } = useSession();
  const pending = usePendingJobChanges();
  const filter = useMemo<JobsQuery>(
    () => ({
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(unscheduled ? { unscheduled } : {}),
    }),
    [from, to, unscheduled],
  );
  const { data, isPending, isError, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...listQuery(company.companyType, filter),
    ...polling,
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  const jobs = useMemo(() => data && applyChanges(data, filter, pending), [data, filter, pending]);
  return { jobs, isPending, isError, error, isFetching, isPrevious: isPlaceholderData, refetch };
}

/** Prefetches a list that is likely to be needed next, unless it is fresh. */
export const prefetchJobs = (queries: QueryClient, companyType: string, filter: JobsQuery): Promise<void> =>
  queries.prefetchQuery(listQuery(companyType, filter));

async function fetchJob(queries: QueryClient, id: JobId): Promise<Job> {
  const current = currentId(id);
  // Loaded with the outbox, not with the first list.
  if (isTemporaryId(current)) return (await import('./newJobs')).fetchWaitingJob(queries, current);
  return (await call<{ info: Job }>('GET', `/api/jobs/job/${encodeURIComponent(current)}`)).info;
}

/** The job as it was shown before it had this id: its page stays while it is fetched. */
function firstVersion(queries: QueryClient, id: JobId): Job | undefined {
  const known = cachedJob(queries, firstId(id));
  return known && { ...known, id };
}

/** The job as this browser has it, while `isWanted`: in a list, or under its first id. */
function useLocalJob(id: JobId, isWanted: boolean): Job | undefined {
  const queries = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => queries.getQueryCache().subscribe(listener),
    [queries],
  );
  return useSyncExternalStore(subscribe, () =>
    isWanted ? (cachedJob(queries, id) ?? cachedJob(queries, firstId(id))) : undefined,
  );
}

/** The job that the page shows: the last one stays while `isWanted`, also where nothing else has it any more. */
function useShownJob(id: JobId, known: Job | undefined, isWanted: boolean): Job | undefined {
  const [last, setLast] = useState<Job>();
  if (known !== undefined && known !== last) setLast(known);
  const isSame = last !== undefined && firstId(last.id) === firstId(id);
  const shown = known ?? (isWanted && isSame ? last : undefined);
  return useMemo(() => (shown === undefined || shown.id === id ? shown : { ...shown, id }), [shown, id]);
}

/**
 * One job. Until the response arrives, and while there is no network, the job from a cached list shows. An unknown id
 * fails with status 404.
 */
export function useJob(id: JobId) {
  const queries = useQueryClient();
  const pending = usePendingJobChanges();
  const { data, isPending, isError, error, refetch } = useQuery({
    queryKey: jobKeys.one(id),
    queryFn: () => fetchJob(queries, id),
    placeholderData: () => cachedJob(queries, id) ?? firstVersion(queries, id),
    ...polling,
  });
  const isUnheard = data === undefined && error instanceof ApiFailure && error.unheard;
  const local = useLocalJob(id, isUnheard);
  const known = useShownJob(id, data ?? local, isUnheard);
  const job = useMemo(() => known && applyChangesToJob(known, pending), [known, pending]);
  return { job, isPending, isError, error, refetch };
}

/** The changes that a user can make to jobs. Each shows at once and rejects with an `ApiFailure` when refused. */
export function useJobChanges() {
  const { role, language } = useSession();
  const queries = useQueryClient();
  const change = useJobChange();

  return useMemo(
    () => ({
      /** With `was`, changes that others made meanwhile are preserved. */
      nameAddress: (edit: EditJob): Promise<Job> => {
        const { jobId, was, ...fields } = edit;
        const { address, zip, ...whole } = changedFields(fields, was);
        const patch = {
          ...whole,
          ...(address === undefined ? {} : { address: blankToNull(address) }),
          ...(zip === undefined ? {} : { zip: blankToNull(zip) }),
        };
        return change(jobId, patch, {
          path: 'update/nameAddress',
          body: edit,
          failureNotice: 'yourJobUpdateFailed',
        });
      },

      /** Checks the rule of rescheduling first, so that a refused drag moves nothing and sends no request. */
      schedule: async (job: Pick<Job, 'id' | 'status'>, span: Span): Promise<Job> => {
        assertAllowed(reschedule(role, job.status, span, language));
        return change(job.id, span, {
          path: 'update/schedule',
          body: { ...span, jobId: job.id },
          failureNotice: 'jobUpdateFailedRetry',
        });
      },

      /** Removes both dates; checks the rule first. */
      unschedule: async (job: Pick<Job, 'id' | 'status'>): Promise<Job> => {
        assertAllowed(unschedule(role, job.status, language));
        return change(
          job.id,
          { startDate: null, endDate: null },
          { path: 'unschedule', body: { jobId: job.id }, failureNotice: 'unscheduleFailed' },
        );
      },

      changeColor: (jobId: JobId, color: string): Promise<Job> =>
        change(
          jobId,
          { color },
          { path: 'update/changeColor', body: { color, jobId }, failureNotice: 'jobUpdateFailed' },
        ),

      /** Without a network it is queued, and shown as queued. */
      complete: async (job: Job, isActive: boolean): Promise<Job | Queued> => {
        const known = cachedJob(queries, job.id) ?? job;
        const patch = { status: isActive ? ('active' as const) : ('complete' as const) };
        // Entries queued before it will have been sent by then.
        const seen = applyChangesToJob(known, outbox.read().flatMap(queuedChange));
        const answer = await runChange<{ job: Job } | Queued>(
          queries,
          { id: job.id, patch, known },
          () => sendOrQueue(queries, { kind: 'completeJob', job: seen, isActive }, 'jobUpdateFailedRetry'),
          (response) => storeJob(queries, response.job),
        );
        return answer === queued ? queued : answer.job;
      },

      remove: async (jobId: JobId): Promise<void> => {
        await runChange(
          queries,
          { id: jobId, patch: null, known: undefined },
          { path: 'delete', body: { jobId }, failureNotice: 'jobDeleteFailed' },
          () => removeJob(queries, jobId),
        );
      },
    }),
    [queries, change, role, language],
  );
}

export type JobChanges = ReturnType<typeof useJobChanges>;
