import type { Credentials } from '@bindings';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '@/api/client';
import { keepToken } from '@/api/token';

/** Who keeps the accounts: this server, or an identity provider. */
export const providerQuery = queryOptions({
  queryKey: ['auth', 'config'],
  queryFn: () => call<{ provider: 'local' | 'oidc' }>('GET', '/api/auth/config'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Where the identity provider's own sign-in begins, and where it comes back to. */
export function providerAddress(signUp: boolean, returnTo: string | null): string {
  const asked = new URLSearchParams(signUp ? { screen_hint: 'signup' } : {});
  const place = insideApp(returnTo);
  if (place !== null) asked.set('return_to', place);
  return `/api/auth/login${asked.size === 0 ? '' : `?${asked}`}`;
}

type Way = 'login' | 'signup';

/** Only a place inside the app, or where invited people arrive: an address given from outside leads nowhere else. */
const insideApp = (wish: string | null) =>
  wish !== null && /^\/(app(\/[\w/-]*)?|inviteredirect)$/.test(wish) ? wish : null;

/** Signs in or up with an account of this server, and goes on into the app. */
export function useLocalAccount(way: Way) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return async (credentials: Credentials, keep: boolean) => {
    const { token } = await call<{ token: string }>('POST', `/api/auth/local/${way}`, credentials);
    keepToken(token, keep);
    queries.clear();
    await navigate(insideApp(search.get('return_to')) ?? '/app/company', { replace: true });
  };
}
