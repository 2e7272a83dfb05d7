import type { Job, JobStatus } from '@bindings';
import type { EventApi, EventInput } from '@fullcalendar/react';
import { crewOf } from '@/ui/jobs/crewOf';
import { jobColor, type Paint } from '@/ui/jobs/jobColor';
import type { Scheme } from '@/ui/theme/colorScheme';
import { toGrid } from '@/wasm/rules';
import type { ClosedDays } from '../availability/useClosedDays';
import { daysBetween } from '../calendarDays';
import type { DatedJob } from './dayOverflow';

/**
 * The events of the grid; the job that is being moved is on top. The grid's end is exclusive: the day after the last
 * day of work. The domain converts both dates.
 */
export function gridEvents(
  jobs: readonly DatedJob[],
  scheme: Scheme,
  mayMove: (status: JobStatus) => boolean,
  held: string | null = null,
  closed: ClosedDays | null = null,
): EventInput[] {
  const offDays = [...(closed?.keys() ?? [])];
  const paints = new Map<string, Paint>();
  const movable = { active: mayMove('active'), complete: mayMove('complete') };
  return jobs.map((job) => {
    const { id, title, startDate, endDate, color, status } = job;
    const done = status === 'complete';
    const key = done ? 'done' : color;
    const { fill, text } = paints.get(key) ?? jobColor(color, scheme, done);
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
        // The first and the last day are worked on, whatever day it is.
        off: offDays.filter((day) => startDate < day && day < endDate),
      },
    };
  });
}

export const jobOf = (event: EventApi): Job => event.extendedProps.job;
