import { readToken } from '@/api/token';

/** The server redirects to its own sign-in page, or to an identity provider. */
export const signInLink = '/api/auth/login';

/**
 * The same for signing up. A signed-in user gets our own page, which asks them to sign out first: an identity provider
 * does not know about the open session and would silently replace it.
 */
export const signUpLink = (): string =>
  readToken() === null ? '/api/auth/login?screen_hint=signup' : '/sign-up';
