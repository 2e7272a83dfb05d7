/** With what the user signs in, where there are several ways. A refusal rejects with an `ApiFailure`. */

import type { SignInMethods } from '@bindings';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import { navigateAway } from './externalNavigation';

const path = '/api/auth/signInMethods';

interface Answer {
  signInMethods: SignInMethods;
}

export const signInMethodsQuery = queryOptions({
  queryKey: ['signInMethods'],
  queryFn: async () => (await call<Answer>('GET', path)).signInMethods,
  staleTime: 60_000,
  // Without an answer the settings do not show this.
  retry: false,
});

/** Goes to the provider, which returns to the settings. */
export async function linkProvider(id: string): Promise<void> {
  const { url } = await call<{ url: string }>('POST', `${path}/${encodeURIComponent(id)}/link`);
  navigateAway(url);
}

export function useUnlinkProvider() {
  const queries = useQueryClient();
  return async (id: string): Promise<void> => {
    const { signInMethods } = await call<Answer>('DELETE', `${path}/${encodeURIComponent(id)}`);
    queries.setQueryData(signInMethodsQuery.queryKey, signInMethods);
  };
}
