/** Shows the cached response of a query whose request failed, or takes its time. */
import { notifyManager, type Query } from '@tanstack/react-query';

import { type CachedResponse, readCached } from './responseCache';
import { restored } from './restoredQueries';

const cachedOf = (hash: string): Promise<CachedResponse | undefined> =>
  readCached(hash).catch(() => undefined);

type RestoredQuery = Pick<Query, 'queryHash' | 'setState' | 'state'>;

/** Marks the data as stale, so that it is fetched again as soon as possible, with the time it was received. */
function markRestored(query: RestoredQuery, at: number): void {
  restored.set(query.queryHash, at);
  notifyManager.schedule(() => query.setState({ dataUpdatedAt: at, isInvalidated: true }));
}

/** Shows the cached response instead of the failure. */
export async function restoreFromCache<T>(query: RestoredQuery, failure: Error): Promise<T> {
  const cached = await cachedOf(query.queryHash);
  if (cached === undefined) throw failure;
  markRestored(query, cached.at);
  return cached.data as T;
}

/** Keeps the restored data, with what was changed since, instead of the failure. */
export function keepRestored<T>(query: RestoredQuery): T {
  markRestored(query, restored.get(query.queryHash) ?? query.state.dataUpdatedAt);
  return query.state.data as T;
}

/** Shows the cached response while its request goes on. */
export async function showCached(
  query: Pick<Query, 'queryHash' | 'setData' | 'state'>,
  isWaiting: () => boolean,
): Promise<void> {
  const cached = await cachedOf(query.queryHash);
  if (cached === undefined || !isWaiting() || query.state.data !== undefined) return;
  restored.set(query.queryHash, cached.at);
  query.setData(cached.data, { updatedAt: cached.at, manual: true });
}
