import { useMemo } from 'react';
import { useJobs } from '@/queries/jobs/jobs';

import { noFilters } from '../useCalendarView';
import { useFilteredJobs } from './useFiltered';

/**
 * The lower-cased cities of all jobs, not only of the visible days: the filter offers the same cities in the month, on
 * the map and in the list of jobs. Until all jobs have loaded, `meanwhile` is returned.
 */
export function useJobCities(meanwhile: readonly string[]): readonly string[] {
  const { jobs } = useJobs();
  const { locations } = useFilteredJobs(jobs, noFilters, true);
  return useMemo(() => [...new Set([...locations, ...meanwhile])].sort(), [locations, meanwhile]);
}
