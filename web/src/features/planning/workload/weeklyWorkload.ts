/** The work of the next weeks against what can be done. Pure, so that it can be tested and saved as a file. */
import type { AvailableDay, Job, Lane, Span } from '@bindings';
import dayjs from 'dayjs';
import { JobLanes, type WorkCalendar } from '@/wasm/rules';

/** How many weeks are shown, this one included. */
export const weeksShown = 12;

const written = 'YYYY-MM-DD';

/** A week from Sunday to Saturday, as the calendar shows it. */
export interface Week {
  from: string;
  to: string;
}

export function nextWeeks(today: string): Week[] {
  const first = dayjs(today).subtract(dayjs(today).day(), 'day');
  return Array.from({ length: weeksShown }, (_, at) => ({
    from: first.add(7 * at, 'day').format(written),
    to: first.add(7 * at + 6, 'day').format(written),
  }));
}

export interface WorkloadCell {
  /** Days of work: the working days of each job. */
  planned: number;
  /** Days of work that can be done; null where nobody says. */
  room: number | null;
  /** Days on which a connected company can take more. */
  free: number | null;
}

export interface WorkloadRow {
  lane: Lane;
  jobs: number;
  cells: WorkloadCell[];
}

export interface Workload {
  /** Subcontractors, crews and employees. */
  rows: WorkloadRow[];
  /** What is given to nobody. */
  open: WorkloadRow;
  /** The work that no other company does, against the company's own crews. */
  own: WorkloadRow;
  /** The active jobs with days that are given to nobody, by their first day. */
  openJobs: Job[];
}

interface WorkloadInput {
  jobs: readonly Job[];
  /** Those who are shown even without a job. */
  lanes: readonly Lane[];
  weeks: readonly Week[];
  calendar: WorkCalendar;
  daysOff: readonly Span[];
  crews: number;
  /** What connected companies share, by company. */
  companies: ReadonlyMap<string, readonly AvailableDay[]>;
  ownCompany: string | null;
}

/** On how many days of a week a company can take more; null where it shares nothing. */
function freeDays(days: readonly AvailableDay[] | undefined, { from, to }: Week): number | null {
  const known = (days ?? []).filter(({ day, state }) => day >= from && day <= to && state !== 'unknown');
  return known.length === 0 ? null : known.filter(({ state }) => state === 'free' || state === 'busy').length;
}

const openLane: Lane = { key: 'unassigned', kind: 'unassigned', name: null };
const ownLane: Lane = { key: 'own', kind: 'crew', name: null };

export function weeklyWorkload(of: WorkloadInput): Workload {
  const { weeks, calendar, daysOff, crews, companies, ownCompany } = of;
  const active = of.jobs.filter(
    ({ status, startDate, endDate }) => status === 'active' && startDate && endDate,
  );
  const index = new JobLanes(active, ownCompany);
  const lanes = index.lanes();
  const inLane = new Map<string, Job[]>([...of.lanes, ...lanes].map(({ key }) => [key, []]));
  index.positions().forEach((position, at) => {
    const [job, lane] = [active[at], lanes[position]];
    if (job !== undefined && lane !== undefined) inLane.get(lane.key)?.push(job);
  });
  index.free();

  const planned = (jobs: readonly Job[], week: Week) =>
    jobs.reduce((sum, { startDate, endDate }) => {
      const from = startDate !== null && startDate > week.from ? startDate : week.from;
      const to = endDate !== null && endDate < week.to ? endDate : week.to;
      return from > to ? sum : sum + calendar.count(from, to);
    }, 0);
  const open = weeks.map(
    ({ from, to }) => calendar.states(from, to, 1, [], daysOff).filter(({ state }) => state !== 'off').length,
  );
  const row = (
    lane: Lane,
    jobs: readonly Job[],
    limit: (week: Week, at: number) => Omit<WorkloadCell, 'planned'>,
  ) => ({
    lane,
    jobs: jobs.length,
    cells: weeks.map((week, at) => ({ planned: planned(jobs, week), ...limit(week, at) })),
  });

  const known = new Map([...lanes, ...of.lanes].map((lane) => [lane.key, lane]));
  const rows = [...known.values()]
    .filter(({ kind }) => kind !== 'unassigned')
    .map((lane) =>
      row(lane, inLane.get(lane.key) ?? [], (week, at) =>
        lane.kind === 'subcontractor'
          ? { room: null, free: freeDays(companies.get(lane.key.slice(lane.key.indexOf(':') + 1)), week) }
          : { room: open[at] ?? 0, free: null },
      ),
    );
  const openJobs = (inLane.get(openLane.key) ?? []).toSorted((a, b) =>
    (a.startDate ?? '').localeCompare(b.startDate ?? ''),
  );
  // A subcontractor does what it has accepted; a contractor what no other company has.
  const ours = active.filter(({ assignedToCompanyId, isAcceptedBySub }) =>
    ownCompany === null ? assignedToCompanyId === null || !isAcceptedBySub : isAcceptedBySub,
  );
  return {
    rows,
    openJobs,
    open: row(openLane, openJobs, () => ({ room: null, free: null })),
    own: row(ownLane, ours, (_, at) => ({ room: (open[at] ?? 0) * crews, free: null })),
  };
}

/** More work than can be done. */
export const isOver = ({ planned, room }: WorkloadCell): boolean => room !== null && planned > room;
