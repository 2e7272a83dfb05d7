import { type Days, daysIn } from '../calendarDays';
import type { DatedJob } from '../grid/dayOverflow';

export interface AgendaEntry {
  day: string;
  jobs: readonly DatedJob[];
}

/** The jobs of each day: those that end first come first, because it is the crew's last day there. */
export function agendaEntries(jobs: readonly DatedJob[], days: Days): AgendaEntry[] {
  const sorted = [...jobs].sort(
    (a, b) => a.endDate.localeCompare(b.endDate) || a.title.localeCompare(b.title),
  );
  const entries = daysIn(days).map((day) => ({ day, jobs: [] as DatedJob[] }));
  for (const job of sorted) {
    for (const { day, jobs: of } of entries) {
      if (job.startDate <= day && day <= job.endDate) of.push(job);
    }
  }
  return entries;
}
