import type { Credentials } from '@bindings';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '@/api/client';
import { keepToken } from '@/api/token';

import { insideApp, takePlace } from './returnTo';

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

/** What a sign-in answers: a session, or a step that waits for a code. */
interface Entered {
  token?: string;
  secondFactor?: string;
}

/** Goes on into the app with a new session: where the address says, where one wanted to go, or to one's company. */
export function useEnter() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return async (token: string, keep = true): Promise<void> => {
    keepToken(token, keep);
    queries.clear();
    const wanted = takePlace();
    await navigate(insideApp(search.get('return_to')) ?? wanted ?? '/app/company', { replace: true });
  };
}

/** Takes what a sign-in answers. Answers the step that waits for a code; null where there is none and one is in. */
export function useEntered() {
  const enter = useEnter();
  return async ({ token, secondFactor }: Entered, keep = true): Promise<string | null> => {
    if (token !== undefined) await enter(token, keep);
    return secondFactor ?? null;
  };
}

/** Signs in or up with an account of this server. */
export function useLocalAccount(way: 'login' | 'signup') {
  const entered = useEntered();
  return async (credentials: Credentials, keep: boolean) =>
    entered(await call<Entered>('POST', `/api/auth/local/${way}`, credentials), keep);
}

/** The second step: the code of an app, or one that stands in for it. */
export function useCode() {
  const entered = useEntered();
  return async (stepToken: string, code: string, keep: boolean) =>
    entered(await call<Entered>('POST', '/api/auth/local/secondFactor', { stepToken, code }), keep);
}

export const askForLink = (email: string): Promise<void> =>
  call('POST', '/api/auth/local/forgotPassword', { email });

/** A new password by the link of a mail. */
export const resetPassword = (token: string, newPassword: string): Promise<Entered> =>
  call('POST', '/api/auth/local/resetPassword', { token, newPassword });

/** Shows by the link of a mail that the address is one's own; answers it. */
export const verifyEmail = async (token: string): Promise<string> =>
  (await call<{ email: string }>('POST', '/api/auth/local/verifyEmail', { token })).email;

/** Trades the code that an identity provider's answer was turned into for a session. */
export const exchange = async (code: string): Promise<string> =>
  (await call<{ token: string }>('POST', '/api/auth/exchange', { code })).token;
