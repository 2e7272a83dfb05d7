/** The defaults of all queries: how long a response is fresh, and when a request is retried. */
import { QueryClient, type QueryPersister } from '@tanstack/react-query';

import { ApiFailure } from './client';
import { restored } from './restoredQueries';

const passing = (error: Error) => !(error instanceof ApiFailure) || error.passing;

/** How long a request may take before what is known from earlier is shown, in ms. */
const cacheDelay = 500;

const loadCache = () => import('./restoreQuery').catch(() => undefined);

/**
 * Whoever waits sees what this browser kept from earlier: soon, while the request goes on, and also when the server
 * cannot be reached.
 */
const cachedMeanwhile: QueryPersister = async (runQuery, context, query) => {
  let isWaiting = true;
  const running = Promise.resolve(runQuery(context));
  const timer =
    query.state.data === undefined
      ? setTimeout(
          () => void loadCache().then((cache) => cache?.showCached(query, () => isWaiting)),
          cacheDelay,
        )
      : undefined;
  try {
    const answer = await running;
    restored.delete(query.queryHash);
    return answer;
  } catch (failure) {
    const isShown = query.state.data !== undefined;
    const isRestored = restored.has(query.queryHash);
    if (!(failure instanceof ApiFailure) || !failure.unheard || (isShown && !isRestored)) throw failure;
    const cache = await loadCache();
    if (cache === undefined) throw failure;
    // What the user has changed since is kept.
    return isShown ? cache.keepRestored(query) : cache.restoreFromCache(query, failure);
  } finally {
    isWaiting = false;
    clearTimeout(timer);
  }
};

export function newQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Without a network a query fails at once instead of pausing in front of an empty page.
        networkMode: 'always',
        refetchOnReconnect: true,
        persister: cachedMeanwhile,
        retry: (failures, error) => navigator.onLine && passing(error) && failures < 3,
        retryDelay: (attempt) => Math.min(800 * 2 ** attempt, 5_000),
      },
      // A mutation fails at once, too: it must not be sent later, when the user no longer expects it.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed') restored.delete(query.queryHash);
  });
  return queries;
}
