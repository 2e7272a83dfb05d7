import { readToken } from '@/api/token';

/** The server knows who signs people in: its own page, or an identity provider. */
export const signIn = '/api/auth/login';

/**
 * So it does for signing up. Who is signed in goes to our own page, which asks them to sign out first: a provider knows
 * nothing of the session that is open here, and would replace it without a word.
 */
export const signUp = (): string =>
  readToken() === null ? '/api/auth/login?screen_hint=signup' : '/sign-up';
