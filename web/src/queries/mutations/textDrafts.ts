/** Typed texts that are not sent yet. They are stored in this browser, and survive a page that the phone has closed. */
import type { UserId } from '@bindings';

const start = 'ridgeline.draft ';

/** The most drafts of all users of this browser: those of deleted jobs would stay for ever. */
const maxDrafts = 50;

const keyOf = (userId: UserId, name: string) => `${start}${userId} ${name}`;

/** The stored text; blank if there is none, or this browser stores nothing. */
export function readTextDraft(userId: UserId, name: string): string {
  try {
    return localStorage.getItem(keyOf(userId, name)) ?? '';
  } catch {
    return '';
  }
}

/**
 * Stores a text; a blank one removes it. Of too many drafts another one goes. Without storage the text lasts until the page
 * is closed.
 */
export function storeTextDraft(userId: UserId, name: string, text: string): void {
  const key = keyOf(userId, name);
  try {
    if (text === '') {
      localStorage.removeItem(key);
      return;
    }
    localStorage.setItem(key, text);
    const others = Object.keys(localStorage).filter((other) => other.startsWith(start) && other !== key);
    for (const other of others.slice(maxDrafts - 1)) localStorage.removeItem(other);
  } catch {
    // Nothing was stored.
  }
}
