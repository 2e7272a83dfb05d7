import type { ComboboxItem } from '@mantine/core';
import { useMemo } from 'react';
import { useCalendars } from '@/queries/calendar/calendars';
import { useJobs } from '@/queries/jobs/jobs';
import { crewDisplay } from '@/wasm/rules';

const byLabel = (one: ComboboxItem, other: ComboboxItem) => one.label.localeCompare(other.label);

const listed = (names: ReadonlyMap<string, string>): ComboboxItem[] =>
  [...names].map(([value, label]) => ({ value, label })).toSorted(byLabel);

/** What the jobs of a day can be narrowed by: only what tells some of them from others. */
export function useNarrowing(day: string) {
  const { jobs } = useJobs({ from: day, to: day });
  const { data: calendars } = useCalendars();
  return useMemo(() => {
    const active = (jobs ?? []).filter(({ status }) => status === 'active');
    const cities = new Map(active.map(({ city }) => [city.toLowerCase(), city]));
    const crews = new Map<string, string>();
    const onCalendars = new Set<string>();
    for (const job of active) {
      const id = job.isCustom ? job.crewId : job.assignedToCompanyId;
      const { crew } = crewDisplay(job);
      if (id !== null && crew !== null) crews.set(id, crew);
      for (const { calendarId } of job.calendarAssignments) onCalendars.add(calendarId);
    }
    const shown = (calendars ?? []).filter(({ id }) => onCalendars.has(id));
    return {
      cities: listed(cities),
      crews: listed(crews),
      calendars: listed(new Map(shown.map(({ id, title }) => [id, title]))),
    };
  }, [jobs, calendars]);
}
