import type { Job, Lane, LaneJob, Span } from '@bindings';
import { useCallback, useMemo, useRef } from 'react';
import { useSession } from '@/queries/accounts/session';
import { useJobs } from '@/queries/jobs/jobs';
import { useLaneGrouping } from '@/queries/jobs/overlaps';
import { JobLanes, laneOf } from '@/wasm/rules';

import type { Days } from '../calendarDays';
import type { DatedJob } from '../grid/dayOverflow';
import { type Stack, stackBars } from './stacking';

/** A lane with its bars. */
export interface LaneWithBars extends Stack {
  lane: Lane;
}

/** A pending move: the job is shown there before the server responds. */
export interface PendingMove {
  id: string;
  lane: Lane;
  span: Span | null;
}

/** The job with another assignee. */
function withAssignee(job: Job, { key, kind, name }: Lane): LaneJob {
  const id = key.slice(key.indexOf(':') + 1);
  return {
    ...job,
    crewId: kind === 'crew' ? id : null,
    customSubcontractorName: kind === 'crew' ? name : null,
    assignedToCompanyId: kind === 'subcontractor' ? id : null,
    companyInfo: kind === 'subcontractor' && name !== null ? { name } : null,
    assignedToUserId: kind === 'employee' ? id : null,
    assignedToUserInfo: kind === 'employee' && name !== null ? { firstName: name, lastName: '' } : null,
  };
}

interface LanesOf {
  /** The days whose bars are shown. */
  days: Days;
  /** The days whose jobs are fetched, if more. */
  around?: Days;
  /** The jobs that are not filtered out. */
  shown: readonly DatedJob[];
  /** Placeholders that keep empty lanes open. */
  openLanes: readonly LaneJob[];
  pendingMove: PendingMove | null;
}

/**
 * The lanes in the domain's order, each with its bars. Warnings consider all jobs of these days, filtered or not: a
 * crew is not free because its jobs are hidden.
 */
export function useLanes({ days, around = days, shown, openLanes, pendingMove }: LanesOf) {
  const { language } = useSession();
  const own = useLaneGrouping();
  const { jobs: all } = useJobs(around);

  const read = useMemo(() => {
    const list = [...openLanes, ...(all ?? [])];
    const index = new JobLanes(list, own);
    const lanes = index.lanes();
    const keys = new Map<string, string>();
    /** The jobs in each lane. */
    const inLane = new Map<string, LaneJob[]>(lanes.map(({ key }) => [key, []]));
    index.positions().forEach((position, at) => {
      const [job, lane] = [list[at], lanes[position]];
      if (job === undefined || lane === undefined) return;
      keys.set(job.id, lane.key);
      inLane.get(lane.key)?.push(job);
    });
    const openKeys = new Set(openLanes.map(({ id }) => keys.get(id)));
    return { index, lanes, keys, inLane, openKeys };
  }, [all, openLanes, own]);

  const drawn = useMemo<LaneWithBars[]>(() => {
    const groups = new Map<string, DatedJob[]>(read.lanes.map(({ key }) => [key, []]));
    for (const job of shown) {
      const pending = pendingMove?.id === job.id ? pendingMove : null;
      const key = pending?.lane.key ?? read.keys.get(job.id) ?? laneOf(job, own).key;
      groups.get(key)?.push(pending?.span ? { ...job, ...pending.span } : job);
    }
    return read.lanes.flatMap((lane) => {
      const stack = stackBars(groups.get(lane.key) ?? [], days);
      return stack.bars.length > 0 || read.openKeys.has(lane.key) ? [{ lane, ...stack }] : [];
    });
  }, [read, shown, pendingMove, days, own]);

  /** The overlap warning of a job, on its own days or on other days. */
  const warning = useCallback(
    (id: string, span: Span | null = null) =>
      read.index.warning(id, span?.startDate, span?.endDate, language) ?? null,
    [read, language],
  );

  /** The same with another assignee. The index of the last lane is cached: a drag checks at every step. */
  const cached = useRef<{ from: typeof read; job: Job; key: string; index: JobLanes } | null>(null);
  const warningIn = useCallback(
    (job: Job, lane: Lane, span: Span): string | null => {
      const { key } = lane;
      const last = cached.current;
      if (last?.from !== read || last.job !== job || last.key !== key) {
        const others = (read.inLane.get(key) ?? []).filter(({ id }) => id !== job.id);
        const index = new JobLanes([withAssignee(job, lane), ...others], own);
        cached.current = { from: read, job, key, index };
      }
      return cached.current?.index.warning(job.id, span.startDate, span.endDate, language) ?? null;
    },
    [read, own, language],
  );

  const laneOfJob = useCallback(
    (job: Job): Lane => {
      const key = read.keys.get(job.id);
      return read.lanes.find((lane) => lane.key === key) ?? laneOf(job, own);
    },
    [read, own],
  );

  return { drawn, warning, warningIn, laneOfJob };
}

export type Lanes = ReturnType<typeof useLanes>;
