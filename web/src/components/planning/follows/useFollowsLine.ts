import type { Job } from '@bindings';
import { useCallback } from 'react';
import { m } from '@/i18n';
import { useCachedJobs } from '@/queries/planning/follows';

/** Returns 'Starts after Whitaker re-roof' for a job that waits for others; null for one that does not. */
export function useFollowsLine(): (job: Pick<Job, 'follows'>) => string | null {
  const { find } = useCachedJobs();
  return useCallback(
    ({ follows }) => {
      const titles = follows.flatMap(({ jobId }) => find(jobId)?.title ?? []);
      return titles.length === 0 ? null : m.follows_line({ jobs: titles.join(', ') });
    },
    [find],
  );
}
