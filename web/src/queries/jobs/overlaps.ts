/**
 * Whether the assignees of a job have other jobs on the same days. It warns and never forbids; the rule is the
 * domain's.
 */
import type { Job, LaneJob, Span } from '@bindings';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSession } from '@/queries/accounts/session';
import { JobLanes } from '@/wasm/rules';
import { useJobs } from './jobs';
import { jobKeys } from './jobsCache';
import type { JobsQuery } from './optimisticJobs';

/** All jobs of a subcontractor would be in one lane, so its employees are the lanes instead. */
export function useLaneGrouping(): string | null {
  const { company } = useSession();
  return company.companyType === 'subcontractor' ? company.id : null;
}

/** Returns the warning for a job on these days, by default its current ones; null if there is none. */
export type OverlapCheck = (id: string, span?: Span | null) => string | null;

const none: readonly never[] = [];

/**
 * The overlap warnings for a list of jobs, including hidden ones. `also` are further jobs to check, with other dates or
 * none. The lists are indexed once; after that each check is cheap enough for every step of a drag. The index is in
 * WASM memory and is freed by the garbage collector.
 */
export function useOverlaps(filter: JobsQuery, also: readonly LaneJob[] = none): OverlapCheck {
  const { language } = useSession();
  const own = useLaneGrouping();
  const { jobs } = useJobs(filter);
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

const holds = ({ from, to, unscheduled }: JobsQuery, { startDate, endDate }: Span) =>
  !unscheduled && (from === undefined || from <= startDate) && (to === undefined || to >= endDate);

/** The jobs around these days, if a cached list includes all of them. */
function known(queries: QueryClient, span: Span): Job[] | undefined {
  const lists = queries.getQueriesData<Job[]>({ queryKey: jobKeys.list().slice(0, 2) });
  return lists.find(([key, jobs]) => jobs !== undefined && holds(key[2] as JobsQuery, span))?.[1];
}

/** Checks once after a job was rescheduled, from cached data, without a call. */
export function useOverlapCheck(): (id: string, span: Span) => string | null {
  const { language } = useSession();
  const own = useLaneGrouping();
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
