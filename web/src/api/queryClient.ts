/** The defaults of all queries: how long a response is fresh, and when a request is retried. */
import { QueryClient, type QueryPersister } from '@tanstack/react-query';

import { ApiFailure } from './client';

const passing = (error: Error) => !(error instanceof ApiFailure) || error.passing;

/** While the server is unreachable, a query without data shows the response that is cached in this browser. */
const cachedOnFailure: QueryPersister = async (runQuery, context, query) => {
  try {
    return await runQuery(context);
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 0 || query.state.data !== undefined)
      throw failure;
    const { restoreFromCache } = await import('./restoreQuery').catch(() => Promise.reject(failure));
    return restoreFromCache(query, failure);
  }
};

export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Without a network a query fails at once instead of pausing in front of an empty page.
        networkMode: 'always',
        refetchOnReconnect: true,
        persister: cachedOnFailure,
        retry: (failures, error) => navigator.onLine && passing(error) && failures < 3,
        retryDelay: (attempt) => Math.min(800 * 2 ** attempt, 5_000),
      },
      // A mutation fails at once, too: it must not be sent later, when the user no longer expects it.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
