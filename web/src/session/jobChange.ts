/** How a change of a job reaches the server: it shows at once, and goes back by itself when it is refused. */
import type { FieldError, Job, JobId, Notice } from '@bindings';
import {
  type MutationOptions,
  type QueryClient,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { ApiFailure, call, type Method } from '@/api/client';
import { notice } from '@/i18n';

import { keep, knownJob, putOff, refreshSoon } from './jobsCache';
import type { JobChange, JobPatch } from './jobsOverlay';
import { type Entry, isOpen, useOutbox } from './outbox';

const changes = ['jobs', 'change'] as const;

/** What waits to be uploaded, where it changes a job. */
export const asCompleted = (entry: Entry): JobChange[] =>
  entry.kind === 'completeJob' && isOpen(entry)
    ? [
        {
          id: entry.job.id,
          patch: { status: entry.isActive ? 'active' : 'complete' },
          known: entry.job,
        },
      ]
    : [];

/** The changes of jobs that are on their way or wait to be, oldest first. */
export function useChangesOnTheirWay(): JobChange[] {
  const sent = useMutationState({
    filters: { mutationKey: changes, status: 'pending' },
    select: ({ state }) => state.variables as JobChange,
  });
  const waiting = useOutbox();
  return useMemo(() => {
    const completed = waiting.flatMap(asCompleted);
    return completed.length === 0 ? sent : [...completed, ...sent];
  }, [sent, waiting]);
}

/** Is a change of this job on its way, or of any job where none is named? */
export const changesJob = (queries: QueryClient, id?: JobId): boolean =>
  queries.isMutating({
    mutationKey: changes,
    predicate: ({ state }) => id === undefined || (state.variables as JobChange).id === id,
  }) > 0;

/** Was it this tab that deleted the job, or gave it back? */
export const deletedJob = (queries: QueryClient, id: JobId): boolean =>
  queries
    .getMutationCache()
    .findAll({ mutationKey: changes, status: 'success' })
    .some(({ state }) => {
      const change = state.variables as JobChange;
      return change.id === id && change.patch === null;
    });

/** A refusal keeps the server's words; where something broke, the catalogue says what did not happen. */
export function inWords(failure: unknown, broken: Notice): ApiFailure {
  if (!(failure instanceof ApiFailure)) throw failure;
  if (failure.explained) return failure;
  return new ApiFailure(failure.status, failure.code, notice(broken), failure.fields);
}

/** Throws what a rule refuses, as the server would. */
export function allowed(refusal: FieldError | null): void {
  if (refusal !== null) throw new ApiFailure(422, 'validation', refusal.message, [refusal]);
}

export interface Sent {
  /** POST unless told otherwise. */
  method?: Method;
  /** Under `/api/jobs/`, or whole where it begins with a slash. */
  path: string;
  body?: object;
  /** What is said when the server could not do it. */
  broken: Notice;
}

/** Calls the API of jobs. Rejects with an `ApiFailure` ready for `popup.oops`. */
export async function send<T>({ method = 'POST', path, body, broken }: Sent): Promise<T> {
  try {
    return await call<T>(method, path.startsWith('/') ? path : `/api/jobs/${path}`, body);
  } catch (failure) {
    throw inWords(failure, broken);
  }
}

/** Runs a change: it shows at once, and `taken` writes the answer where it stands from then on. */
export function runChange<T>(
  queries: QueryClient,
  change: JobChange,
  sent: Sent | (() => Promise<T>),
  taken: (answer: T) => void,
): Promise<T> {
  putOff(queries);
  const options: MutationOptions<T, Error, JobChange> = {
    mutationKey: changes,
    mutationFn: typeof sent === 'function' ? sent : () => send<T>(sent),
    // One after the other for each job: a later change must not be overtaken by an earlier one.
    scope: { id: `job-${change.id}` },
    // Without a network it fails at once and says so, instead of looking as if it had worked.
    networkMode: 'always',
    onSuccess: taken,
    // The last one on its way starts the quiet.
    onSettled: () => {
      if (queries.isMutating({ mutationKey: changes }) === 1) refreshSoon(queries);
    },
  };
  return queries.getMutationCache().build(queries, options).execute(change);
}

/** Changes fields of one job whose call answers the whole job, with what others changed meanwhile. */
export function useJobChange() {
  const queries = useQueryClient();
  return useCallback(
    async (id: JobId, patch: JobPatch, sent: Sent): Promise<Job> => {
      const known = knownJob(queries, id);
      const take = ({ job }: { job: Job }) => keep(queries, job);
      return (await runChange(queries, { id, patch, known }, sent, take)).job;
    },
    [queries],
  );
}
