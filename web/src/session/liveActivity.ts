/** Whatever is told has left a trace: what is shown of the past is asked for again. */
import type { ActivityPage } from '@bindings';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

import { activityKeys } from './activityKeys';
import { fetchSoon } from './liveFetch';

/** Seen, read and written messages leave none. */
const traceless = /^(chat|notification)/;

/** The job that something was done to. */
const jobOf = (event: string, data: { id?: string; jobId?: string }): string | undefined =>
  event === 'job' ? data.id : data.jobId;

/** Who reads far back is not called forward, and does not ask for all of it whenever somebody does something. */
const readsFarBack = (queries: QueryClient): boolean =>
  queries
    .getQueriesData<InfiniteData<ActivityPage>>({ queryKey: activityKeys.company, type: 'active' })
    .some(([, data]) => (data?.pages.length ?? 0) > 2);

export function hearActivity(queries: QueryClient, event: string, data: object): void {
  if (traceless.test(event)) return;
  if (event === 'jobs') fetchSoon(queries, activityKeys.ofJobs);
  const job = jobOf(event, data);
  if (job !== undefined) fetchSoon(queries, activityKeys.ofJob(job));
  fetchSoon(queries, activityKeys.company, () => readsFarBack(queries));
}
