/** The form of a move of many jobs, and what it asks the server for. */
import type { AdjustmentForm, CalendarId, JobId, Span } from '@bindings';
import type { ShiftTerms } from '@/queries/planning/shift';

export interface ShiftValues {
  /** The day whose jobs move; blank where single jobs were chosen. */
  day: string;
  by: 'workdays' | 'to';
  /** How many working days later; a text while it is being typed. */
  workdays: number | string;
  /** The day on which they begin instead; blank until it is chosen. */
  to: string;
  cities: string[];
  calendars: CalendarId[];
  /** The ids of custom crews and of companies. */
  crews: string[];
  withFollowing: boolean;
  reason: string;
}

/** What becomes of a single job instead: other days, or nothing. */
export type Adjustment = Span | 'skip';

export type Adjustments = ReadonlyMap<JobId, Adjustment>;

const adjustmentOf = ([jobId, adjusted]: [JobId, Adjustment]): AdjustmentForm =>
  adjusted === 'skip' ? { jobId, skip: true } : { jobId, ...adjusted };

/** What is asked of the server; null while the form does not say which jobs or how far. */
export function termsOf(
  values: Omit<ShiftValues, 'reason'>,
  jobIds: readonly JobId[],
  adjusted: Adjustments,
): ShiftTerms | null {
  const { day, by, workdays, to, cities, calendars, crews, withFollowing } = values;
  if (jobIds.length === 0 && day === '') return null;
  if (by === 'to' ? to === '' : typeof workdays !== 'number') return null;
  return {
    selection: jobIds.length > 0 ? { jobIds: [...jobIds] } : { day, cities, calendars, crews },
    ...(by === 'to' ? { to } : { workdays: Number(workdays) }),
    withFollowing,
    adjust: [...adjusted].map(adjustmentOf),
  };
}
