/** The server knows who signs people up: its own page, or an identity provider. */
export const signUp = '/api/auth/login?screen_hint=signup';
export const signIn = '/api/auth/login';
