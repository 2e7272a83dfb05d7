/**
 * The jobs of the server, for every screen that shows or changes them (the list, the job page, the calendar).
 *
 * Reading: `useJobs(narrowing)` and `useJob(id)`. Lists stand in the query cache under
 * `['jobs', 'list', narrowing]` (`{}` all jobs, `{ from, to }` those whose dates touch these days,
 * `{ unscheduled: true }` those without dates), one job under `['jobs', 'one', id]`. Invalidating `['jobs']` fetches
 * what is shown again; the server answers 304 for a list that did not change.
 *
 * Changing: `useJobChanges()`, the facts of one job `useJobFacts(id)`, its tags and measurements `useJobRecords(id)`, its
 * notes `useNoteChanges(id)`. A change shows at once in every list and on the job's page, also in lists that the job
 * enters or leaves by it. The cache itself keeps what the server said; what is on its way is laid over it while it is
 * read (see `jobsOverlay.ts`). So a change that fails takes back its own fields and nothing else, however many are on
 * their way. Changes of one job reach the server one after the other. The answer goes straight into the lists; they
 * are fetched again once, when no change has come for a while.
 *
 * A change that fails rejects with an `ApiFailure` whose `message` is ready for `popup.oops`: the server's sentence
 * where it refused, the catalogue's where something broke.
 */
import type { EditJob, Job, JobId, NewJob, Span } from '@bindings';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { reschedule, unschedule } from '@/wasm/rules';

import { jobsAddress } from './firstQuestions';
import { handIn } from './handIn';
import { allowed, asCompleted, runChange, send, useChangesOnTheirWay, useJobChange } from './jobChange';
import { drop, jobKeys, keep, knownJob, refresh } from './jobsCache';
import { changedJob, changedList, type Narrowing } from './jobsOverlay';
import { outbox, type Queued, queued } from './outbox';
import { useSession } from './session';
import { orNull, touched } from './touched';
import { watched } from './watched';

export { jobKeys } from './jobsCache';
export type { Narrowing } from './jobsOverlay';

function listAddress(companyType: string, narrowing: Narrowing): string {
  const asked = new URLSearchParams();
  if (narrowing.from !== undefined) asked.set('from', narrowing.from);
  if (narrowing.to !== undefined) asked.set('to', narrowing.to);
  if (narrowing.unscheduled) asked.set('unscheduled', 'true');
  const text = asked.toString();
  return `${jobsAddress(companyType)}${text === '' ? '' : `?${text}`}`;
}

const listQuery = (companyType: string, narrowing: Narrowing) =>
  queryOptions({
    queryKey: jobKeys.list(narrowing),
    queryFn: async () => (await call<{ jobs: Job[] }>('GET', listAddress(companyType, narrowing))).jobs,
  });

/**
 * A list of jobs with everything on its way laid over it. While other days are fetched, those of before stay
 * (`isPrevious`). `jobs` is undefined until there is an answer, and keeps its identity while nothing changes.
 */
export function useJobs({ from, to, unscheduled }: Narrowing = {}) {
  const { company } = useSession();
  const onTheirWay = useChangesOnTheirWay();
  const narrowing = useMemo<Narrowing>(
    () => ({
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(unscheduled ? { unscheduled } : {}),
    }),
    [from, to, unscheduled],
  );
  const { data, isPending, isError, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...listQuery(company.companyType, narrowing),
    ...watched,
    placeholderData: keepPreviousData,
  });
  const jobs = useMemo(() => data && changedList(data, narrowing, onTheirWay), [data, narrowing, onTheirWay]);
  return { jobs, isPending, isError, error, isFetching, isPrevious: isPlaceholderData, refetch };
}

/** Fetches a list that is likely to be asked for next, unless a fresh one is here. */
export const prefetchJobs = (
  queries: QueryClient,
  companyType: string,
  narrowing: Narrowing,
): Promise<void> => queries.prefetchQuery(listQuery(companyType, narrowing));

/** One job. What a list knows of it shows until the answer is there. An unknown id fails with status 404. */
export function useJob(id: JobId) {
  const queries = useQueryClient();
  const onTheirWay = useChangesOnTheirWay();
  const { data, isPending, isError, error, refetch } = useQuery({
    queryKey: jobKeys.one(id),
    queryFn: async () => (await call<{ info: Job }>('GET', `/api/jobs/job/${encodeURIComponent(id)}`)).info,
    placeholderData: () => knownJob(queries, id),
    ...watched,
  });
  const job = useMemo(() => data && changedJob(data, onTheirWay), [data, onTheirWay]);
  return { job, isPending, isError, error, refetch };
}

/** The changes that a user can make to jobs. Each shows at once and rejects with an `ApiFailure` when refused. */
export function useJobChanges() {
  const { role, language } = useSession();
  const queries = useQueryClient();
  const change = useJobChange();

  return useMemo(
    () => ({
      /** Answers the new job's id. */
      create: async (job: NewJob): Promise<JobId> => {
        const { id } = await send<{ id: JobId }>({ path: 'create', body: job, broken: 'jobCreateFailed' });
        refresh(queries);
        return id;
      },

      /** With `was`, what others changed meanwhile stays. */
      nameAddress: (edit: EditJob): Promise<Job> => {
        const { jobId, was, ...fields } = edit;
        const { address, zip, ...whole } = touched(fields, was);
        const patch = {
          ...whole,
          ...(address === undefined ? {} : { address: orNull(address) }),
          ...(zip === undefined ? {} : { zip: orNull(zip) }),
        };
        return change(jobId, patch, {
          path: 'update/nameAddress',
          body: edit,
          broken: 'yourJobUpdateFailed',
        });
      },

      /** Asks the rule of rescheduling first, so that a refused drag moves nothing and asks nobody. */
      schedule: async (job: Pick<Job, 'id' | 'status'>, span: Span): Promise<Job> => {
        allowed(reschedule(role, job.status, span, language));
        return change(job.id, span, {
          path: 'update/schedule',
          body: { ...span, jobId: job.id },
          broken: 'jobUpdateFailedRetry',
        });
      },

      /** Takes both dates away; asks the rule first. */
      unschedule: async (job: Pick<Job, 'id' | 'status'>): Promise<Job> => {
        allowed(unschedule(role, job.status, language));
        return change(
          job.id,
          { startDate: null, endDate: null },
          { path: 'unschedule', body: { jobId: job.id }, broken: 'unscheduleFailed' },
        );
      },

      changeColor: (jobId: JobId, color: string): Promise<Job> =>
        change(
          jobId,
          { color },
          { path: 'update/changeColor', body: { color, jobId }, broken: 'jobUpdateFailed' },
        ),

      /** Without a network it waits, and shows as such. */
      complete: async (job: Job, isActive: boolean): Promise<Job | Queued> => {
        const known = knownJob(queries, job.id) ?? job;
        const patch = { status: isActive ? ('active' as const) : ('complete' as const) };
        // What was done before it, and waits, has happened by then.
        const seen = changedJob(known, outbox.read().flatMap(asCompleted));
        const answer = await runChange<{ job: Job } | Queued>(
          queries,
          { id: job.id, patch, known },
          () => handIn(queries, { kind: 'completeJob', job: seen, isActive }, 'jobUpdateFailedRetry'),
          (told) => {
            if (told !== queued) keep(queries, told.job);
          },
        );
        return answer === queued ? queued : answer.job;
      },

      remove: async (jobId: JobId): Promise<void> => {
        await runChange(
          queries,
          { id: jobId, patch: null, known: undefined },
          { path: 'delete', body: { jobId }, broken: 'jobDeleteFailed' },
          () => drop(queries, jobId),
        );
      },
    }),
    [queries, change, role, language],
  );
}

export type JobChanges = ReturnType<typeof useJobChanges>;
