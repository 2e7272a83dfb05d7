/** How long an answer is good, and when asking again makes sense. */
import { QueryClient, type QueryPersister } from '@tanstack/react-query';

import { ApiFailure } from './client';

const passing = (error: Error) => !(error instanceof ApiFailure) || error.passing;

/** Where the server is out of reach and nothing is known yet, what this browser kept of its last answer is shown. */
const orKept: QueryPersister = async (ask, context, query) => {
  try {
    return await ask(context);
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 0 || query.state.data !== undefined)
      throw failure;
    const { restore } = await import('./restore').catch(() => Promise.reject(failure));
    return restore(query, failure);
  }
};

export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Nobody waits for a network in front of an empty page: what cannot be asked says so at once.
        networkMode: 'always',
        refetchOnReconnect: true,
        persister: orKept,
        retry: (failures, error) => navigator.onLine && passing(error) && failures < 3,
        retryDelay: (attempt) => Math.min(800 * 2 ** attempt, 5_000),
      },
      // Nor in front of a button: what is not sent now must not be sent later, when nobody thinks of it any more.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
