/** The rows of a move: the jobs that move, and those that the user left out. */
import type { Job, JobId, ShiftMove, Span } from '@bindings';
import type { Adjustments } from './shiftTerms';

export interface MoveRow {
  id: JobId;
  /** Undefined until the jobs are loaded. */
  job: Job | undefined;
  was: Span;
  /** Its days from now on; null if it stays. */
  will: Span | null;
  /** The user chose other days, or left it out. */
  adjusted: 'days' | 'skip' | null;
  /** The name of the company that had accepted it and is asked again. */
  asksAgain: boolean;
  /** The titles of the jobs that it overlaps. */
  overlaps: string[];
  /** The title of the moved job that it gives way to. */
  behind: string | null;
}

const daysOf = (job: Job | undefined): Span | null =>
  job === undefined || job.startDate === null || job.endDate === null
    ? null
    : { startDate: job.startDate, endDate: job.endDate };

const isOnDay = ({ startDate, endDate }: Span, day: string) => startDate <= day && day <= endDate;

interface RowsOf {
  moves: readonly ShiftMove[];
  adjusted: Adjustments;
  /** What was said of single jobs before the user did. */
  given: Adjustments;
  jobs: ReadonlyMap<JobId, Job>;
  /** The day whose jobs move; blank where single jobs were chosen. */
  day: string;
  chosen: readonly JobId[];
}

/** The rows by their first day, then by title. */
export function moveRows({ moves, adjusted, given, jobs, day, chosen }: RowsOf): MoveRow[] {
  const moved = new Set(moves.map(({ jobId }) => jobId));
  const titleOf = (id: JobId) => jobs.get(id)?.title;
  const rows = moves.map(({ jobId: id, was, will, asksAgain, overlaps }): MoveRow => {
    const job = jobs.get(id);
    const isSelected = day === '' ? chosen.includes(id) : isOnDay(was, day);
    const ahead = isSelected ? undefined : job?.follows.find((follow) => moved.has(follow.jobId));
    return {
      id,
      job,
      was,
      will,
      adjusted: adjusted.get(id) === given.get(id) ? null : 'days',
      asksAgain: asksAgain.length > 0,
      overlaps: overlaps.flatMap((other) => titleOf(other) ?? []),
      behind: ahead === undefined ? null : (titleOf(ahead.jobId) ?? null),
    };
  });
  const staying = [...adjusted].flatMap(([id, adjustment]): MoveRow[] => {
    const job = jobs.get(id);
    const was = daysOf(job);
    if (moved.has(id) || was === null) return [];
    const kind = adjustment === 'skip' ? 'skip' : 'days';
    return [{ id, job, was, will: null, adjusted: kind, asksAgain: false, overlaps: [], behind: null }];
  });
  const key = ({ was, job }: MoveRow) => `${was.startDate} ${job?.title ?? ''}`;
  return [...rows, ...staying].toSorted((one, other) => key(one).localeCompare(key(other)));
}
