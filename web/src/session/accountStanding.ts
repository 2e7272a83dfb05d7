/** How the account that is signed in stands: its address, its password, its second step. */

import type { Account } from '@bindings';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';

import { standingAddress } from './firstQuestions';

const isUnproven = (account: Account | undefined) => account?.emailVerified === false;

export const standingQuery = queryOptions({
  queryKey: ['accountStanding'],
  queryFn: async () => (await call<{ account: Account }>('GET', standingAddress)).account,
  staleTime: 60_000,
  // The app does not wait for it longer than for one answer.
  retry: false,
  // The link in the mail opens in another tab: who comes back from there is not asked once more.
  refetchOnWindowFocus: ({ state }) => (isUnproven(state.data) ? 'always' : false),
});
