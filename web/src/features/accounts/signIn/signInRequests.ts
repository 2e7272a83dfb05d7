import type { Credentials } from '@bindings';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '@/api/client';
import { storeToken } from '@/api/token';

import { internalPath, takeReturnTo } from './returnTo';

/** The authentication config: accounts of this server, or an identity provider. */
export const providerQuery = queryOptions({
  queryKey: ['auth', 'config'],
  queryFn: () => call<{ provider: 'local' | 'oidc' }>('GET', '/api/auth/config'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The URL that starts the sign-in of the identity provider, and where it returns to. */
export function providerUrl(signUp: boolean, returnTo: string | null): string {
  const asked = new URLSearchParams(signUp ? { screen_hint: 'signup' } : {});
  const place = internalPath(returnTo);
  if (place !== null) asked.set('return_to', place);
  return `/api/auth/login${asked.size === 0 ? '' : `?${asked}`}`;
}

/** What a sign-in answers: a session, or a step that waits for a code. */
interface Entered {
  token?: string;
  secondFactor?: string;
}

/** Continues into the app with a new session: to the address in the query, the stored one, or the company page. */
export function useStartSession() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return async (token: string, keep = true): Promise<void> => {
    storeToken(token, keep);
    queries.clear();
    const wanted = takeReturnTo();
    await navigate(internalPath(search.get('return_to')) ?? wanted ?? '/app/company', { replace: true });
  };
}

/** Takes what a sign-in answers. Answers the step that waits for a code; null where there is none and one is in. */
export function useSignInResult() {
  const enter = useStartSession();
  return async ({ token, secondFactor }: Entered, keep = true): Promise<string | null> => {
    if (token !== undefined) await enter(token, keep);
    return secondFactor ?? null;
  };
}

/** Signs in or up with an account of this server. */
export function useLocalAccount(way: 'login' | 'signup') {
  const entered = useSignInResult();
  return async (credentials: Credentials, keep: boolean) =>
    entered(await call<Entered>('POST', `/api/auth/local/${way}`, credentials), keep);
}

/** The second factor: a code of the app, or a recovery code. */
export function useCodeStep() {
  const entered = useSignInResult();
  return async (stepToken: string, code: string, keep: boolean) =>
    entered(await call<Entered>('POST', '/api/auth/local/secondFactor', { stepToken, code }), keep);
}

export const requestResetLink = (email: string): Promise<void> =>
  call('POST', '/api/auth/local/forgotPassword', { email });

/** A new password by the link of a mail. */
export const resetPassword = (token: string, newPassword: string): Promise<Entered> =>
  call('POST', '/api/auth/local/resetPassword', { token, newPassword });

/** Verifies an address by the link of a mail; returns the address. */
export const verifyEmail = async (token: string): Promise<string> =>
  (await call<{ email: string }>('POST', '/api/auth/local/verifyEmail', { token })).email;

/** Trades the code that an identity provider's answer was turned into for a session. */
export const exchangeCode = async (code: string): Promise<string> =>
  (await call<{ token: string }>('POST', '/api/auth/exchange', { code })).token;
