import type { Job, Lane, LaneJob, Span } from '@bindings';
import { useCallback, useMemo, useRef } from 'react';
import { useJobs } from '@/session/jobs';
import { useOwnLanes } from '@/session/overlaps';
import { useSession } from '@/session/session';
import { JobLanes, laneOf } from '@/wasm/rules';

import type { Days } from '../calendarDays';
import type { DatedJob } from '../grid/crowding';
import { type Stack, stacked } from './stacking';

/** One lane as it is drawn. */
export interface DrawnLane extends Stack {
  lane: Lane;
}

/** A job on its way into a lane: it stands there before the server has answered. */
export interface OnItsWay {
  id: string;
  lane: Lane;
  span: Span | null;
}

/** The job as lanes would read it in other hands. */
function inHands(job: Job, { key, kind, name }: Lane): LaneJob {
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
  /** The days whose bars are drawn. */
  days: Days;
  /** The days whose jobs are fetched, where those are more. */
  around?: Days;
  /** The jobs that show. */
  shown: readonly DatedJob[];
  /** What keeps lanes open that have no jobs. */
  openLanes: readonly LaneJob[];
  onItsWay: OnItsWay | null;
}

/**
 * The lanes in the domain's order, each with its bars. Warnings look at all jobs of these days, filtered or not: a crew
 * is not free because its jobs are out of sight.
 */
export function useLanes({ days, around = days, shown, openLanes, onItsWay }: LanesOf) {
  const { language } = useSession();
  const own = useOwnLanes();
  const { jobs: all } = useJobs(around);

  const read = useMemo(() => {
    const list = [...openLanes, ...(all ?? [])];
    const index = new JobLanes(list, own);
    const lanes = index.lanes();
    const keys = new Map<string, string>();
    /** For each lane the jobs that are in it. */
    const inLane = new Map<string, LaneJob[]>(lanes.map(({ key }) => [key, []]));
    index.positions().forEach((position, at) => {
      const [job, lane] = [list[at], lanes[position]];
      if (job === undefined || lane === undefined) return;
      keys.set(job.id, lane.key);
      inLane.get(lane.key)?.push(job);
    });
    const stays = new Set(openLanes.map(({ id }) => keys.get(id)));
    return { index, lanes, keys, inLane, stays };
  }, [all, openLanes, own]);

  const drawn = useMemo<DrawnLane[]>(() => {
    const groups = new Map<string, DatedJob[]>(read.lanes.map(({ key }) => [key, []]));
    for (const job of shown) {
      const going = onItsWay?.id === job.id ? onItsWay : null;
      const key = going?.lane.key ?? read.keys.get(job.id) ?? laneOf(job, own).key;
      groups.get(key)?.push(going?.span ? { ...job, ...going.span } : job);
    }
    return read.lanes.flatMap((lane) => {
      const stack = stacked(groups.get(lane.key) ?? [], days);
      return stack.bars.length > 0 || read.stays.has(lane.key) ? [{ lane, ...stack }] : [];
    });
  }, [read, shown, onItsWay, days, own]);

  /** Who else wants the hands of this job, on its own days or others. */
  const warning = useCallback(
    (id: string, span: Span | null = null) =>
      read.index.warning(id, span?.startDate, span?.endDate, language) ?? null,
    [read, language],
  );

  /** The same in other hands. What was read for a lane last is kept: a drag asks at every step. */
  const kept = useRef<{ from: typeof read; job: Job; key: string; index: JobLanes } | null>(null);
  const warningIn = useCallback(
    (job: Job, lane: Lane, span: Span): string | null => {
      const { key } = lane;
      const last = kept.current;
      if (last?.from !== read || last.job !== job || last.key !== key) {
        const others = (read.inLane.get(key) ?? []).filter(({ id }) => id !== job.id);
        const index = new JobLanes([inHands(job, lane), ...others], own);
        kept.current = { from: read, job, key, index };
      }
      return kept.current?.index.warning(job.id, span.startDate, span.endDate, language) ?? null;
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
