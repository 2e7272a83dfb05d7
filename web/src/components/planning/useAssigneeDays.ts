import type { AvailableDay, Job, Lane, LaneJob, Span } from '@bindings';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJobs } from '@/queries/jobs/jobs';
import { useLaneGrouping } from '@/queries/jobs/overlaps';
import { type DayRange, useAvailability } from '@/queries/planning/availability';
import { useCrewCount, useDaysOff } from '@/queries/planning/capacity';
import { useWorkCalendar } from '@/queries/planning/workdays';
import { JobLanes, laneOf } from '@/wasm/rules';

import type { AssigneeDays } from './dayStates';

/** The states of the days of whoever is to do a job: by default its assignee; null if nothing is known. */
export type FindDays = (job: LaneJob, lane?: Lane) => AssigneeDays | null;

interface Work {
  id: string;
  span: Span;
}

/** The active jobs with dates, by lane; and those that no other company has accepted. */
function workOf(jobs: readonly Job[], own: string | null) {
  const inLane = new Map<string, Work[]>();
  const ours: Work[] = [];
  const index = new JobLanes(jobs, own);
  const lanes = index.lanes();
  index.positions().forEach((position, at) => {
    const [job, lane] = [jobs[at], lanes[position]];
    if (job === undefined || lane === undefined || job.status !== 'active') return;
    const { id, startDate, endDate } = job;
    if (startDate === null || endDate === null) return;
    const work = { id, span: { startDate, endDate } };
    const before = inLane.get(lane.key);
    if (before === undefined) inLane.set(lane.key, [work]);
    else before.push(work);
    if (job.assignedToCompanyId === null || !job.isAcceptedBySub) ours.push(work);
  });
  index.free();
  return { inLane, ours };
}

const written = 'YYYY-MM-DD';

/** A job that is moved may begin before the visible days, or end after them. */
const widened = ({ from, to }: DayRange): DayRange => ({
  from: dayjs(from).subtract(7, 'day').format(written),
  to: dayjs(to).add(14, 'day').format(written),
});

const byDay = (days: readonly AvailableDay[]) => new Map(days.map((each) => [each.day, each]));

/** A drag asks at every step, so each answer is kept as long as what it was made from. */
function remembered(find: (id: string, lane: Lane) => AssigneeDays | null) {
  const found = new Map<string, AssigneeDays | null>();
  return (id: string, lane: Lane): AssigneeDays | null => {
    const key = `${id} ${lane.key}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const days = find(id, lane);
    found.set(key, days);
    return days;
  };
}

/**
 * Finds the days of a job's subcontractor, crew or employee, or of the company's own crews while it is assigned to
 * nobody. Subcontractors decide what they show; own crews are as free as the jobs of these days leave them. The job
 * itself takes no room. With `ofCompanies` only subcontractors are of interest, and no jobs are fetched.
 */
export function useAssigneeDays(range: DayRange, ofCompanies = false): FindDays {
  const { may } = useSession();
  const allowed = may('jobs.schedule');
  const own = useLaneGrouping();
  const calendar = useWorkCalendar();
  const { data: daysOff } = useDaysOff(allowed && !ofCompanies);
  const crews = useCrewCount(allowed && !ofCompanies);
  const companies = useAvailability(useMemo(() => widened(range), [range]));
  const list = useJobs(range, allowed && !ofCompanies);
  const jobs = list.isPrevious ? undefined : list.jobs;

  const work = useMemo(() => {
    let found: ReturnType<typeof workOf> | null = null;
    return () => {
      found ??= workOf(jobs ?? [], own);
      return found;
    };
  }, [jobs, own]);

  return useMemo(() => {
    const ofCompany = ({ key, name }: Lane): AssigneeDays | null => {
      const days = companies?.get(key.slice(key.indexOf(':') + 1));
      return days === undefined ? null : { who: name ?? m.lanes_nameless(), days: byDay(days) };
    };
    const ofOwn = (id: string, { key, kind, name }: Lane): AssigneeDays | null => {
      if (calendar === null || jobs === undefined) return null;
      if (daysOff === undefined || crews === undefined) return null;
      const nobody = kind === 'unassigned';
      const all = nobody ? work().ours : (work().inLane.get(key) ?? []);
      const spans = all.filter((one) => one.id !== id).map(({ span }) => span);
      const off = daysOff.map(({ from, to }) => ({ startDate: from, endDate: to }));
      const states = calendar.states(range.from, range.to, nobody ? crews : 1, spans, off);
      const who = nobody ? m.availability_ownCrews() : (name ?? m.lanes_nameless());
      return { who, days: byDay(states) };
    };
    const find = remembered((id, lane) =>
      lane.kind === 'subcontractor' ? ofCompany(lane) : ofOwn(id, lane),
    );
    return (job, lane = laneOf(job, own)) => (allowed ? find(job.id, lane) : null);
  }, [allowed, range, own, companies, calendar, jobs, daysOff, crews, work]);
}
