/** Where the next days' jobs are. */
import type { Job } from '@bindings';

import type { Place } from './tilesAround';

/** How many days after today count: who works on Friday leaves for Monday's job from home. */
const daysAhead = 3;

const day = 24 * 3_600_000;

/** Today and the last of the next days, as `YYYY-MM-DD`. */
export const nextDays = (today: string): { from: string; to: string } => ({
  from: today,
  to: new Date(Date.parse(`${today}T00:00:00Z`) + daysAhead * day).toISOString().slice(0, 10),
});

/** The places of the active jobs on these days, each once, the jobs that begin first before the others. */
export function nextPlaces(jobs: readonly Job[], { from, to }: { from: string; to: string }): Place[] {
  const places = new Map<string, Place>();
  const first = ({ startDate }: Job) => (startDate === null || startDate < from ? from : startDate);
  for (const { latitude, longitude, status, startDate, endDate } of jobs.toSorted((one, other) =>
    first(one).localeCompare(first(other)),
  )) {
    if (latitude === null || longitude === null || status !== 'active') continue;
    if (startDate === null || endDate === null || startDate > to || endDate < from) continue;
    places.set(`${latitude},${longitude}`, { latitude, longitude });
  }
  return [...places.values()];
}
