/** Where the bars of a lane lie: in columns of days, and in rows where days are shared. */
import { type Days, daysBetween } from '../calendarDays';
import type { DatedJob } from '../grid/dayOverflow';

export interface Bar {
  job: DatedJob;
  /** Columns of the days in view, from 0, both included. */
  first: number;
  last: number;
  /** From 0, the top. */
  row: number;
  /** False where the job begins before the days in view, or ends after them. */
  starts: boolean;
  ends: boolean;
}

export interface Stack {
  bars: Bar[];
  rows: number;
  /** How many days of work lie in view, those of each job counted. */
  days: number;
}

const byStart = (a: DatedJob, b: DatedJob) =>
  a.startDate.localeCompare(b.startDate) ||
  b.endDate.localeCompare(a.endDate) ||
  a.title.localeCompare(b.title) ||
  a.id.localeCompare(b.id);

/** Puts each job into the first row that is free on its days. Jobs outside the days in view are left out. */
export function stackBars(jobs: readonly DatedJob[], { from, to }: Days): Stack {
  const bars: Bar[] = [];
  /** For each row the last column that is taken. */
  const taken: number[] = [];
  let days = 0;
  for (const job of jobs.filter((one) => one.startDate <= to && one.endDate >= from).sort(byStart)) {
    const starts = job.startDate >= from;
    const ends = job.endDate <= to;
    const first = starts ? daysBetween(from, job.startDate) : 0;
    const last = daysBetween(from, ends ? job.endDate : to);
    const free = taken.findIndex((until) => until < first);
    const row = free < 0 ? taken.length : free;
    taken[row] = last;
    days += last - first + 1;
    bars.push({ job, first, last, row, starts, ends });
  }
  return { bars, rows: taken.length, days };
}
