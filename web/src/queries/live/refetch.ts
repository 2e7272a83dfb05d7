/** Refetches after an event, or after events may have been missed. */
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

import { isJobChanging } from '@/queries/jobs/jobChange';

/** The delay, so that several events cause one request. The random part spreads the requests of many browsers. */
const refetchDelay = () => 200 + 300 * Math.random();

const due = new WeakMap<QueryClient, Set<string>>();

/**
 * Refetches the active queries of this key after the delay, unless `unless` returns true then: the user's own pending
 * change refetches when it is done, and a response in between would show half of it. `predicate` leaves some of them out.
 */
export function refetchSoon(
  queries: QueryClient,
  queryKey: QueryKey,
  unless: () => boolean = () => false,
  predicate: (query: Query) => boolean = () => true,
): void {
  const keys = due.get(queries) ?? new Set<string>();
  due.set(queries, keys);
  const name = hashKey(queryKey);
  if (keys.has(name)) return;
  keys.add(name);
  setTimeout(() => {
    keys.delete(name);
    if (!unless()) void queries.invalidateQueries({ queryKey, predicate });
  }, refetchDelay());
}

/** The first key parts of all queries that events update. Chats fetch missed messages themselves. */
const liveRoots: ReadonlySet<unknown> = new Set([
  'activity',
  'appointmentSeries',
  'appointments',
  'calendars',
  'capacity',
  'company',
  'connections',
  'daysOff',
  'guestLinks',
  'jobImages',
  'jobNotes',
  'jobOffers',
  'jobSeries',
  'jobs',
  'notifications',
  'profile',
  'purchaseOrders',
  'today',
  'workOrders',
  'workdays',
]);

/** How many queries are refetched at a time. */
const lanes = 2;

/**
 * Refetches the queries that may have missed events: active ones a few at a time, inactive ones when they become
 * active. It stops when `still` returns false, because another refetch will follow.
 */
export async function refetchMissed(queries: QueryClient, still: () => boolean): Promise<void> {
  const missed = ({ queryKey: [root] }: { queryKey: QueryKey }) =>
    // A pending change ends in a refetch of all jobs.
    liveRoots.has(root) && !(root === 'jobs' && isJobChanging(queries));
  void queries.invalidateQueries({ predicate: missed, refetchType: 'none' });
  const shown = queries.getQueryCache().findAll({ predicate: missed, type: 'active' });
  const lane = async () => {
    for (let query = shown.shift(); query !== undefined && still(); query = shown.shift()) {
      const { queryKey, state } = query;
      const refetch = () => queries.refetchQueries({ queryKey, exact: true, type: 'active' });
      // A first fetch that is still running may be older than the connection, so it is followed by another.
      const first = state.data === undefined && state.fetchStatus === 'fetching';
      await refetch();
      if (first) await refetch();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
