/** Every event leaves an entry in the activity log: the logs that are shown are fetched again. */
import type { ActivityPage } from '@bindings';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

import { activityKeys } from '@/queries/activity/activityKeys';
import { refetchSoon } from './refetch';

/** Seen, read and written messages leave none. */
const traceless = /^(chat|notification)/;

/** The job that something was done to. */
const jobOf = (event: string, data: { id?: string; jobId?: string }): string | undefined =>
  event === 'job' ? data.id : data.jobId;

/** A reader who has loaded older pages is not scrolled back, and does not refetch all of them on every event. */
const readsFarBack = (queries: QueryClient): boolean =>
  queries
    .getQueriesData<InfiniteData<ActivityPage>>({ queryKey: activityKeys.company, type: 'active' })
    .some(([, data]) => (data?.pages.length ?? 0) > 2);

export function refetchActivity(queries: QueryClient, event: string, data: object): void {
  if (traceless.test(event)) return;
  if (event === 'jobs') refetchSoon(queries, activityKeys.ofJobs);
  const job = jobOf(event, data);
  if (job !== undefined) refetchSoon(queries, activityKeys.ofJob(job));
  refetchSoon(queries, activityKeys.company, () => readsFarBack(queries));
}
