/** The jobs of the calendar: those of the visible days, and those without dates, filtered by the domain's rules. */
import { useMemo } from 'react';
import { useJobs } from '@/queries/jobs/jobs';

import type { Days } from './calendarDays';
import { useFilteredJobs } from './filters/useFiltered';
import type { DatedJob } from './grid/dayOverflow';
import { type FilterState, noFilters } from './useCalendarView';

export function useCalendarJobs(
  days: Days,
  { status, location, from, to, hidden }: FilterState,
  withLocations: boolean,
) {
  const scheduled = useJobs(days);
  const unscheduled = useJobs({ unscheduled: true });
  const grid = useFilteredJobs(scheduled.jobs, { status, location, from, to, hidden }, withLocations);
  // A date filter does not apply to jobs without dates: they stay visible, so that they can be scheduled.
  const strip = useFilteredJobs(unscheduled.jobs, { ...noFilters, status, location, hidden }, withLocations);
  const locations = useMemo(
    () => [...new Set([...grid.locations, ...strip.locations])].sort(),
    [grid.locations, strip.locations],
  );

  return {
    onGrid: grid.shown as readonly DatedJob[],
    inStrip: strip.shown,
    locations,
    /** There are jobs on these days, but all of them are hidden. */
    allHidden: grid.shown.length === 0 && (scheduled.jobs?.length ?? 0) > 0,
    isLoaded: scheduled.jobs !== undefined && !scheduled.isPrevious,
    isPending: scheduled.isPending || unscheduled.isPending,
    isFetching: scheduled.isFetching || unscheduled.isFetching,
    failure:
      scheduled.jobs === undefined || unscheduled.jobs === undefined
        ? (scheduled.error ?? unscheduled.error)
        : null,
    tryAgain: () => {
      void scheduled.refetch();
      void unscheduled.refetch();
    },
  };
}
