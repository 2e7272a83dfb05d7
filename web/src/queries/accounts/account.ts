/** The signed-in account: its address, password and second factor. */

import type { Account } from '@bindings';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';

import { accountPath } from '@/queries/jobs/listPrefetch';

const isUnverified = (account: Account | undefined) => account?.emailVerified === false;

export const accountQuery = queryOptions({
  queryKey: ['accountStanding'],
  queryFn: async () => (await call<{ account: Account }>('GET', accountPath)).account,
  staleTime: 60_000,
  // Not retried: the app waits for one response only.
  retry: false,
  // The link in the mail opens in another tab: a user who returns from there gets the new state at once.
  refetchOnWindowFocus: ({ state }) => (isUnverified(state.data) ? 'always' : false),
});
