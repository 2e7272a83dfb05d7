/** Recently opened search results, stored on this device only. */
import type { SearchKind, UserId } from '@bindings';

/** A search result with its title at that time; or the id of a page or command. */
export type Recent =
  | { kind: SearchKind; id: string; title: string; detail: string }
  | { kind: 'way'; id: string };

/** The maximum number of stored entries. */
const maxEntries = 6;

const nameFor = (user: UserId) => `ridgeline.chosen.${user}`;

const isRecent = (one: unknown): one is Recent =>
  typeof one === 'object' && one !== null && 'kind' in one && 'id' in one;

export function readRecent(user: UserId): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameFor(user)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    // Without storage, or with invalid content.
    return [];
  }
}

/** Stores a result in front of the others. */
export function storeRecent(user: UserId, chosen: Recent): void {
  const others = readRecent(user).filter(({ kind, id }) => kind !== chosen.kind || id !== chosen.id);
  try {
    localStorage.setItem(nameFor(user), JSON.stringify([chosen, ...others].slice(0, maxEntries)));
  } catch {
    // Without storage, as above.
  }
}
