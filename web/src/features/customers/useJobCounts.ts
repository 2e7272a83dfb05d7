import type { CustomerId } from '@bindings';
import { useMemo } from 'react';
import { useJobs } from '@/queries/jobs/jobs';

/** The number of jobs of each customer, of those that the user may see; undefined while loading. */
export function useJobCounts(): ReadonlyMap<CustomerId, number> | undefined {
  const { jobs } = useJobs();
  return useMemo(() => {
    if (jobs === undefined) return undefined;
    const counts = new Map<CustomerId, number>();
    for (const { jobCustomer } of jobs)
      if (jobCustomer !== null) counts.set(jobCustomer, (counts.get(jobCustomer) ?? 0) + 1);
    return counts;
  }, [jobs]);
}
