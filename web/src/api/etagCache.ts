/** Responses with an ETag, cached so that "not modified" returns the very same objects again. */

/** Lists of a few months and one of everything; more are rarely in use at once. */
const maxEntries = 16;

interface CachedAnswer {
  tag: string;
  answer: unknown;
}

const answers = new Map<string, CachedAnswer>();

/** The token is part of the key: one user never gets another's response. */
const name = (path: string, token: string | null) => `${token ?? ''} ${path}`;

/** The header that requests the body only if it has changed. */
export function ifNoneMatch(path: string, token: string | null): Record<string, string> {
  const known = answers.get(name(path, token));
  return known === undefined ? {} : { 'if-none-match': known.tag };
}

/** The body that was received with the current tag. A large list is neither parsed nor compared again. */
export const cachedAnswer = <T>(path: string, token: string | null): T | undefined =>
  answers.get(name(path, token))?.answer as T | undefined;

/** Forgets a body, so that it is requested as a whole. */
export const forgetAnswer = (path: string, token: string | null): void =>
  void answers.delete(name(path, token));

export function cacheAnswer(path: string, token: string | null, tag: string | null, answer: unknown): void {
  const key = name(path, token);
  answers.delete(key);
  if (tag === null) return;
  answers.set(key, { tag, answer });
  const oldest = answers.keys().next().value;
  if (answers.size > maxEntries && oldest !== undefined) answers.delete(oldest);
}
