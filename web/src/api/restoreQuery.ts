/** Shows the cached response of a query whose request failed, or takes its time. */
import { notifyManager, type Query } from '@tanstack/react-query';

import { type CachedResponse, readCached } from './responseCache';
import { restored } from './restoredQueries';

const cachedOf = (hash: string): Promise<CachedResponse | undefined> =>
  readCached(hash).catch(() => undefined);

/**
 * The data is shown with the time it was received, and marked as stale, so that it is fetched again as soon as
 * possible.
 */
export async function restoreFromCache<T>(
  query: Pick<Query, 'queryHash' | 'setState'>,
  failure: Error,
): Promise<T> {
  const cached = await cachedOf(query.queryHash);
  if (cached === undefined) throw failure;
  restored.set(query.queryHash, cached.at);
  notifyManager.schedule(() => query.setState({ dataUpdatedAt: cached.at, isInvalidated: true }));
  return cached.data as T;
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
