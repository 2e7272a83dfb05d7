/** Refetches after an event, or after events may have been missed. */
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

import { isJobChanging } from '@/queries/jobs/jobChange';

/** Events close together cause one request. The random part keeps a hundred browsers from asking at the same moment. */
const gather = () => 200 + 300 * Math.random();

const due = new WeakMap<QueryClient, Set<string>>();

/**
 * Refetches the active queries of this key in a moment. Not if `unless` holds by then: a pending change of one's own
 * refetches when it is done, and a response in between would show half of it.
 */
export function refetchSoon(
  queries: QueryClient,
  queryKey: QueryKey,
  unless: () => boolean = () => false,
): void {
  const keys = due.get(queries) ?? new Set<string>();
  due.set(queries, keys);
  const name = hashKey(queryKey);
  if (keys.has(name)) return;
  keys.add(name);
  setTimeout(() => {
    keys.delete(name);
    if (!unless()) void queries.invalidateQueries({ queryKey });
  }, gather());
}

/** The first key parts of all queries that events are about. Chats catch up by themselves. */
const told: ReadonlySet<unknown> = new Set([
  'activity',
  'appointments',
  'calendars',
  'company',
  'connections',
  'jobImages',
  'jobNotes',
  'jobs',
  'notifications',
  'profile',
  'purchaseOrders',
  'workOrders',
]);

/** How many queries are refetched at a time. */
const lanes = 2;

/**
 * Fetches what events may have been missed of: what is shown one after the other, what is not shown when it is opened.
 * It stops when `still` no longer holds, for then there will be another time.
 */
export async function refetchMissed(queries: QueryClient, still: () => boolean): Promise<void> {
  const missed = ({ queryKey: [root] }: { queryKey: QueryKey }) =>
    // A pending change ends in a refetch of all jobs.
    told.has(root) && !(root === 'jobs' && isJobChanging(queries));
  void queries.invalidateQueries({ predicate: missed, refetchType: 'none' });
  const shown = queries.getQueryCache().findAll({ predicate: missed, type: 'active' });
  const lane = async () => {
    for (let query = shown.shift(); query !== undefined && still(); query = shown.shift()) {
      const { queryKey, state } = query;
      const again = () => queries.refetchQueries({ queryKey, exact: true, type: 'active' });
      // A first fetch that is still running may be older than the connection, so it is followed by another.
      const first = state.data === undefined && state.fetchStatus === 'fetching';
      await again();
      if (first) await again();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
