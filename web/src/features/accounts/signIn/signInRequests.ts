import type { Credentials } from '@bindings';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '@/api/client';
import { storeToken } from '@/api/token';

import { internalPath, takeReturnTo } from './returnTo';

/** An identity provider, by its id on this server. */
export interface NamedProvider {
  id: string;
  name: string;
}

interface SignInConfig {
  /** Accounts of this server, or only an identity provider. */
  provider: 'local' | 'oidc';
  /** The providers to choose from, beside accounts of this server. */
  providers?: NamedProvider[];
}

export const providerQuery = queryOptions({
  queryKey: ['auth', 'config'],
  queryFn: () => call<SignInConfig>('GET', '/api/auth/config'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** One of several providers, and whether it must ask its user again. */
interface ProviderChoice {
  id: string;
  again: boolean;
}

/** The URL that starts the sign-in at an identity provider, with the address to return to. */
export function providerUrl(signUp: boolean, returnTo: string | null, choice?: ProviderChoice): string {
  const query = new URLSearchParams(choice === undefined ? {} : { provider: choice.id });
  if (choice?.again) query.set('again', 'true');
  if (signUp) query.set('screen_hint', 'signup');
  const path = internalPath(returnTo);
  if (path !== null) query.set('return_to', path);
  return `/api/auth/login${query.size === 0 ? '' : `?${query}`}`;
}

/** The response to a sign-in: a session, or a step that requires a code. */
export interface Entered {
  token?: string;
  secondFactor?: string;
}

/** Opens the app with a new session: at the address in the query, the stored one, or the company page. */
export function useStartSession() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return async (token: string, keep = true): Promise<void> => {
    storeToken(token, keep);
    queries.clear();
    const stored = takeReturnTo();
    await navigate(internalPath(search.get('return_to')) ?? stored ?? '/app/company', { replace: true });
  };
}

/** Handles the response to a sign-in. Returns the step that requires a code, or null if the user is signed in. */
export function useSignInResult() {
  const enter = useStartSession();
  return async ({ token, secondFactor }: Entered, keep = true): Promise<string | null> => {
    if (token !== undefined) await enter(token, keep);
    return secondFactor ?? null;
  };
}

/** Signs in or up with an account of this server. */
export function useLocalAccount(way: 'login' | 'signup') {
  const handle = useSignInResult();
  return async (credentials: Credentials, keep: boolean) =>
    handle(await call<Entered>('POST', `/api/auth/local/${way}`, credentials), keep);
}

/** Sends the second factor: a code from the app, or a recovery code. */
export function useCodeStep() {
  const handle = useSignInResult();
  return async (stepToken: string, code: string, keep: boolean) =>
    handle(await call<Entered>('POST', '/api/auth/local/secondFactor', { stepToken, code }), keep);
}

export const requestResetLink = (email: string): Promise<void> =>
  call('POST', '/api/auth/local/forgotPassword', { email });

/** Sets a new password with the token of a mail's link. */
export const resetPassword = (token: string, newPassword: string): Promise<Entered> =>
  call('POST', '/api/auth/local/resetPassword', { token, newPassword });

/** Verifies an address with the token of a mail's link; returns the address. */
export const verifyEmail = async (token: string): Promise<string> =>
  (await call<{ email: string }>('POST', '/api/auth/local/verifyEmail', { token })).email;

/** Exchanges the code from an identity provider's callback for a session token, or for a step that requires a code. */
export const exchangeCode = (code: string): Promise<Entered> => call('POST', '/api/auth/exchange', { code });
