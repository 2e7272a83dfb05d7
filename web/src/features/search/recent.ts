/** What somebody chose lately in the search, kept on this device alone. */
import type { SearchKind, UserId } from '@bindings';

/** A thing that was found, as it was called then; or a page or an act, by its id. */
export type Recent =
  | { kind: SearchKind; id: string; title: string; detail: string }
  | { kind: 'way'; id: string };

/** So many are kept. */
const most = 6;

const nameFor = (user: UserId) => `ridgeline.chosen.${user}`;

const isRecent = (one: unknown): one is Recent =>
  typeof one === 'object' && one !== null && 'kind' in one && 'id' in one;

export function readRecent(user: UserId): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameFor(user)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent) : [];
  } catch {
    // A browser that keeps nothing, or somebody else's words in that place.
    return [];
  }
}

/** Puts it in front of the others. */
export function keepRecent(user: UserId, chosen: Recent): void {
  const others = readRecent(user).filter(({ kind, id }) => kind !== chosen.kind || id !== chosen.id);
  try {
    localStorage.setItem(nameFor(user), JSON.stringify([chosen, ...others].slice(0, most)));
  } catch {
    // The same.
  }
}
