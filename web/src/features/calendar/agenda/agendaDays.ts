import { type Days, everyDay } from '../calendarDays';
import type { DatedJob } from '../grid/crowding';

export interface AgendaEntry {
  day: string;
  jobs: readonly DatedJob[];
}

/** The jobs of each day: those that end first stand first, for a crew sees them for the last time. */
export function agendaOf(jobs: readonly DatedJob[], days: Days): AgendaEntry[] {
  const sorted = [...jobs].sort(
    (a, b) => a.endDate.localeCompare(b.endDate) || a.title.localeCompare(b.title),
  );
  const entries = everyDay(days).map((day) => ({ day, jobs: [] as DatedJob[] }));
  for (const job of sorted) {
    for (const { day, jobs: of } of entries) {
      if (job.startDate <= day && day <= job.endDate) of.push(job);
    }
  }
  return entries;
}
