import { readToken } from '@/api/token';

/** The server knows who signs people in: its own page, or an identity provider. */
export const signInLink = '/api/auth/login';

/**
 * The same for signing up. A signed-in user gets our own page, which asks them to sign out first: an identity
 * provider does not know of the open session, and would replace it silently.
 */
export const signUpLink = (): string =>
  readToken() === null ? '/api/auth/login?screen_hint=signup' : '/sign-up';
