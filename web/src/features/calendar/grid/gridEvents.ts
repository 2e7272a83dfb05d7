import type { Job, JobStatus } from '@bindings';
import type { EventApi, EventInput } from '@fullcalendar/react';
import { jobColour, type Paint } from '@/ui/jobColour';
import type { Scheme } from '@/ui/scheme';
import { toGrid } from '@/wasm/rules';

import { daysBetween } from '../calendarDays';
import type { DatedJob } from './crowding';
import { crewOf } from './JobBar';

/** The bars of the grid; the one that is held stands on top. The grid's end is the day after the last one worked; the domain knows both forms. */
export function gridEvents(
  jobs: readonly DatedJob[],
  scheme: Scheme,
  mayMove: (status: JobStatus) => boolean,
  held: string | null = null,
): EventInput[] {
  const paints = new Map<string, Paint>();
  const movable = { active: mayMove('active'), complete: mayMove('complete') };
  return jobs.map((job) => {
    const { id, title, startDate, endDate, color, status } = job;
    const done = status === 'complete';
    const key = done ? 'done' : color;
    const { fill, text } = paints.get(key) ?? jobColour(color, scheme, done);
    paints.set(key, { fill, text });
    const { start, end } = toGrid({ startDate, endDate });
    return {
      id,
      title,
      start,
      end,
      allDay: true,
      color: fill,
      contrastColor: text,
      editable: movable[status],
      extendedProps: {
        job,
        held: id === held ? 1 : 0,
        done,
        pending: !done && crewOf(job).tone === 'pending',
        days: daysBetween(startDate, endDate) + 1,
      },
    };
  });
}

export const jobOf = (event: EventApi): Job => event.extendedProps.job;
