/** What is fetched because something was told, or because something may have been told while nobody listened. */
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

import { changesJob } from './jobChange';

/** Changes that come close together ask once. A hundred browsers that hear of one do not ask in one moment. */
const gather = () => 200 + 300 * Math.random();

const due = new WeakMap<QueryClient, Set<string>>();

/**
 * Fetches again, in a moment, what of this is shown. Not where `unless` holds by then: a change of one's own that is on
 * its way fetches when it is done, and an answer that comes before would show half of it.
 */
export function fetchSoon(
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

/** The beginnings of the names of everything that events tell of. Chats catch up by themselves. */
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

/** So many are asked for at a time. */
const lanes = 2;

/**
 * Fetches what events may have been missed of: what is shown one after the other, what is not shown when it is opened.
 * It stops when `still` no longer holds, for then there will be another time.
 */
export async function fetchMissed(queries: QueryClient, still: () => boolean): Promise<void> {
  const missed = ({ queryKey: [root] }: { queryKey: QueryKey }) =>
    // Changes on their way end in a fetch of all jobs.
    told.has(root) && !(root === 'jobs' && changesJob(queries));
  void queries.invalidateQueries({ predicate: missed, refetchType: 'none' });
  const shown = queries.getQueryCache().findAll({ predicate: missed, type: 'active' });
  const lane = async () => {
    for (let query = shown.shift(); query !== undefined && still(); query = shown.shift()) {
      const { queryKey, state } = query;
      const again = () => queries.refetchQueries({ queryKey, exact: true, type: 'active' });
      // A first answer is not asked for twice at once, but it may be older than the connection.
      const first = state.data === undefined && state.fetchStatus === 'fetching';
      await again();
      if (first) await again();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
