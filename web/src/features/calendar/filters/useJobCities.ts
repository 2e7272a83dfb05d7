import { useMemo } from 'react';
import { useJobs } from '@/session/jobs';

import { noFilters } from '../useCalendarView';
import { useFilteredJobs } from './useFiltered';

/**
 * The lower-cased cities of all jobs, whatever days are in view: the same filter offers the same cities in the month, on
 * the map and in the list of jobs. Until all jobs are here, `meanwhile` is what is known.
 */
export function useJobCities(meanwhile: readonly string[]): readonly string[] {
  const { jobs } = useJobs();
  const { locations } = useFilteredJobs(jobs, noFilters, true);
  return useMemo(() => [...new Set([...locations, ...meanwhile])].sort(), [locations, meanwhile]);
}
