/** Whether the hands of a job are wanted elsewhere on the same days. It warns and never forbids; the rule is the domain's. */
import type { Job, LaneJob, Span } from '@bindings';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { JobLanes } from '@/wasm/rules';

import { useJobs } from './jobs';
import { jobKeys } from './jobsCache';
import type { Narrowing } from './jobsOverlay';
import { useSession } from './session';

/** A subcontractor would find all its jobs in one lane, its own: it looks at its employees instead. */
export function useOwnLanes(): string | null {
  const { company } = useSession();
  return company.companyType === 'subcontractor' ? company.id : null;
}

/** Says what is wrong with a job on these days, or on its own; null when nothing is. */
export type Warning = (id: string, span?: Span | null) => string | null;

const none: readonly never[] = [];

/**
 * The warnings of a list of jobs, hidden ones included. `also` are jobs that are asked about and may have other days, or
 * none. The lists are read once; each question after that is cheap enough for every step of a drag. The garbage
 * collector frees what was read.
 */
export function useOverlaps(narrowing: Narrowing, also: readonly LaneJob[] = none): Warning {
  const { language } = useSession();
  const own = useOwnLanes();
  const { jobs } = useJobs(narrowing);
  const lanes = useMemo(() => {
    let read: JobLanes | null = null;
    const list = () => {
      const known = new Set(jobs?.map(({ id }) => id));
      return [...(jobs ?? none), ...also.filter(({ id }) => !known.has(id))];
    };
    return () => {
      if (jobs !== undefined) read ??= new JobLanes(list(), own);
      return read;
    };
  }, [jobs, also, own]);
  return useCallback(
    (id, span) => lanes()?.warning(id, span?.startDate, span?.endDate, language) ?? null,
    [lanes, language],
  );
}

const holds = ({ from, to, unscheduled }: Narrowing, { startDate, endDate }: Span) =>
  !unscheduled && (from === undefined || from <= startDate) && (to === undefined || to >= endDate);

/** The jobs around these days, where a list that was fetched already holds all of them. */
function known(queries: QueryClient, span: Span): Job[] | undefined {
  const lists = queries.getQueriesData<Job[]>({ queryKey: jobKeys.list().slice(0, 2) });
  return lists.find(([key, jobs]) => jobs !== undefined && holds(key[2] as Narrowing, span))?.[1];
}

/** Asks once, after a job was put on days: from what is known already, so it costs no call. */
export function useOverlapOnce(): (id: string, span: Span) => string | null {
  const { language } = useSession();
  const own = useOwnLanes();
  const queries = useQueryClient();
  return useCallback(
    (id, span) => {
      const jobs = known(queries, span);
      if (jobs === undefined) return null;
      const lanes = new JobLanes(jobs, own);
      const warning = lanes.warning(id, span.startDate, span.endDate, language);
      lanes.free();
      return warning;
    },
    [queries, own, language],
  );
}
