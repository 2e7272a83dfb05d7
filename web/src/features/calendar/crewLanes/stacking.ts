/** The positions of the bars of a lane: in columns of days, and in rows where jobs overlap. */
import { type Days, daysBetween } from '../calendarDays';
import type { DatedJob } from '../grid/dayOverflow';

export interface Bar {
  job: DatedJob;
  /** Columns of the visible days, from 0, both included. */
  first: number;
  last: number;
  /** From 0, the top. */
  row: number;
  /** False if the job begins before the visible days, or ends after them. */
  starts: boolean;
  ends: boolean;
}

export interface Stack {
  bars: Bar[];
  rows: number;
  /** The visible days of work, summed over the jobs. */
  days: number;
}

const byStart = (a: DatedJob, b: DatedJob) =>
  a.startDate.localeCompare(b.startDate) ||
  b.endDate.localeCompare(a.endDate) ||
  a.title.localeCompare(b.title) ||
  a.id.localeCompare(b.id);

/** Puts each job into the first row that is free on its days. Jobs outside the visible days are left out. */
export function stackBars(jobs: readonly DatedJob[], { from, to }: Days): Stack {
  const bars: Bar[] = [];
  /** The last occupied column of each row. */
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
