/** Answers that came with a tag, kept so that "not modified" means the very same objects again. */

/** Lists of a few months and one of everything; more are rarely in use at once. */
const most = 16;

interface Kept {
  tag: string;
  answer: unknown;
}

const kept = new Map<string, Kept>();

/** One person's answers are nobody else's. */
const name = (path: string, token: string | null) => `${token ?? ''} ${path}`;

/** The header that asks the server only for what is not known yet. */
export function unlessKnown(path: string, token: string | null): Record<string, string> {
  const known = kept.get(name(path, token));
  return known === undefined ? {} : { 'if-none-match': known.tag };
}

/** What was answered when the tag was last seen. A large list is neither read nor compared again. */
export const known = <T>(path: string, token: string | null): T | undefined =>
  kept.get(name(path, token))?.answer as T | undefined;

export function remember(path: string, token: string | null, tag: string | null, answer: unknown): void {
  const key = name(path, token);
  kept.delete(key);
  if (tag === null) return;
  kept.set(key, { tag, answer });
  const oldest = kept.keys().next().value;
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
