/** Events add entries to the activity log, so the active logs are refetched. */
import type { ActivityPage } from '@bindings';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

import { activityKeys } from '@/queries/activity/activityKeys';
import { refetchSoon } from './refetch';

/** Chat and notification events add none. */
const unlogged = /^(chat|notification)/;

/** The job that the event is about. */
const jobOf = (event: string, data: { id?: string; jobId?: string }): string | undefined =>
  event === 'job' ? data.id : data.jobId;

/** If the user has loaded older pages, they are not all refetched on every event, and the scroll position stays. */
const hasOlderPages = (queries: QueryClient): boolean =>
  queries
    .getQueriesData<InfiniteData<ActivityPage>>({ queryKey: activityKeys.company, type: 'active' })
    .some(([, data]) => (data?.pages.length ?? 0) > 2);

export function refetchActivity(queries: QueryClient, event: string, data: object): void {
  if (unlogged.test(event)) return;
  if (event === 'jobs') refetchSoon(queries, activityKeys.ofJobs);
  const job = jobOf(event, data);
  if (job !== undefined) refetchSoon(queries, activityKeys.ofJob(job));
  refetchSoon(queries, activityKeys.company, () => hasOlderPages(queries));
}
