/** Restores the cached response of a query whose request failed. */
import { notifyManager, type Query } from '@tanstack/react-query';

import { type CachedResponse, readCached, restored } from './responseCache';

/**
 * The data is shown with the time it was received, and marked as stale, so that it is fetched again as soon as
 * possible.
 */
export async function restoreFromCache<T>(
  query: Pick<Query, 'queryHash' | 'setState'>,
  failure: Error,
): Promise<T> {
  const cached: CachedResponse | undefined = await readCached(query.queryHash).catch(() => undefined);
  if (cached === undefined) throw failure;
  restored.set(query.queryHash, cached.at);
  notifyManager.schedule(() => query.setState({ dataUpdatedAt: cached.at, isInvalidated: true }));
  return cached.data as T;
}
