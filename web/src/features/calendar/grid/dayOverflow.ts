/**
 * A month of a large company has thousands of jobs, but a day shows five. For speed the grid gets only the jobs that it
 * can show; the other jobs are counted here.
 */
import type { Job } from '@bindings';

import { type Days, daysIn, type View } from '../calendarDays';

/** A job with both dates. */
export type DatedJob = Job & { startDate: string; endDate: string };

export interface DayOverflow {
  /** The jobs that the grid is given, in the order in which it stacks them. */
  drawn: DatedJob[];
  /** The number of jobs per day that were left out; days that show all are not included. */
  left: ReadonlyMap<string, number>;
}

/** Up to this many jobs, the grid gets all of them: the popover of a day lists those that do not fit. */
const quiet = 200;

/** A bar and the gap under it, in px. */
const pitch = 25;

/** The height of the weekday names, and of a day's number with the free space below its bars, in px. */
const names = 20;
const number = 28;

/** The number of bars that a day of this view shows in a grid of this height, including the link to the others. */
export function rowsPerDay(view: View, days: Days, height: number): number {
  const weeks = view === 'month' ? daysIn(days).length / 7 : 1;
  return Math.max(2, Math.floor(((height - names) / weeks - number) / pitch));
}

/** The number of jobs per day that the grid needs to fill its rows. */
export const maxJobsPerDay = (view: View, jobs: number, rows: number): number =>
  view === 'day' || jobs <= quiet ? Number.POSITIVE_INFINITY : rows + 1;

const length = (job: DatedJob) => Date.parse(job.endDate) - Date.parse(job.startDate);

/** The held job first, then by start, then longer ones first, then by title: the same as the grid's `eventOrder`. */
function stacking(jobs: readonly DatedJob[], held: string | null): DatedJob[] {
  const measured = jobs.map((job) => ({ job, length: length(job) }));
  measured.sort(
    (a, b) =>
      Number(b.job.id === held) - Number(a.job.id === held) ||
      (a.job.startDate < b.job.startDate ? -1 : a.job.startDate > b.job.startDate ? 1 : 0) ||
      b.length - a.length ||
      (a.job.title < b.job.title ? -1 : a.job.title > b.job.title ? 1 : 0),
  );
  return measured.map(({ job }) => job);
}

/** Returns the first `most` jobs of each day, and the job that is being moved. */
export function limitJobsPerDay(
  jobs: readonly DatedJob[],
  days: Days,
  most: number,
  held: string | null = null,
): DayOverflow {
  const dates = daysIn(days);
  const position = new Map(dates.map((day, at) => [day, at]));
  const total = dates.map(() => 0);
  const shown = dates.map(() => 0);
  const drawn: DatedJob[] = [];
  for (const job of stacking(jobs, held)) {
    const first = position.get(job.startDate < days.from ? days.from : job.startDate);
    const last = position.get(job.endDate > days.to ? days.to : job.endDate);
    if (first === undefined || last === undefined) continue;
    let fits = false;
    for (let at = first; at <= last; at++) {
      fits ||= (total[at] ?? 0) < most;
      total[at] = (total[at] ?? 0) + 1;
    }
    if (!fits) continue;
    drawn.push(job);
    for (let at = first; at <= last; at++) shown[at] = (shown[at] ?? 0) + 1;
  }
  const left = dates.map((day, at) => [day, (total[at] ?? 0) - (shown[at] ?? 0)] as const);
  return { drawn, left: new Map(left.filter(([, count]) => count > 0)) };
}
