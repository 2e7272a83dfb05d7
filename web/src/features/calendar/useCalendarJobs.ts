/** The jobs of the calendar: those of the days in view, and those without dates. Filtered by the domain's rules. */
import type { Job } from '@bindings';
import { useMemo } from 'react';
import { useJobs } from '@/session/jobs';
import { JobIndex } from '@/wasm/rules';

import type { Days } from './calendarDays';
import type { DatedJob } from './grid/crowding';
import { everywhere, type JobFilters } from './useCalendarView';

/**
 * A list made ready for filtering; reading it costs, so it happens once for each list, and only when asked. The
 * garbage collector frees it: a render that React throws away must not free what another one uses.
 */
const useJobIndex = (jobs: readonly Job[] | undefined, wanted: boolean): JobIndex | null =>
  useMemo(() => (wanted && jobs ? new JobIndex(jobs) : null), [jobs, wanted]);

const none: Job[] = [];

export function useCalendarJobs(days: Days, filters: JobFilters, withLocations: boolean) {
  const scheduled = useJobs(days);
  const unscheduled = useJobs({ unscheduled: true });
  const { status, location, from, to } = filters;
  const filtered = status !== 'all' || location !== everywhere;
  const ranged = from !== null || to !== null;
  const gridIndex = useJobIndex(scheduled.jobs, filtered || ranged || withLocations);
  const stripIndex = useJobIndex(unscheduled.jobs, filtered || withLocations);

  const onGrid = useMemo(() => {
    const jobs = scheduled.jobs ?? none;
    if (!(filtered || ranged) || gridIndex === null) return jobs as DatedJob[];
    const kept = gridIndex.search('', status, location, from, to, true);
    return Array.from(kept, (at) => jobs[at] as DatedJob);
  }, [scheduled.jobs, gridIndex, filtered, ranged, status, location, from, to]);

  // A range of dates says nothing about jobs without dates: they stay, or nobody could put them on a day.
  const inStrip = useMemo(() => {
    const jobs = unscheduled.jobs ?? none;
    if (!filtered || stripIndex === null) return jobs;
    const kept = stripIndex.search('', status, location, null, null, false);
    return Array.from(kept, (at) => jobs[at] as Job);
  }, [unscheduled.jobs, stripIndex, filtered, status, location]);

  const locations = useMemo(() => {
    const both = [...(gridIndex?.locations() ?? []), ...(stripIndex?.locations() ?? [])];
    return [...new Set(both)].sort();
  }, [gridIndex, stripIndex]);

  return {
    onGrid,
    inStrip,
    locations,
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
