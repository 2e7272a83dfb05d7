/** Typed texts that are not sent yet. They are stored in this browser, and survive a page that the phone has closed. */
import type { UserId } from '@bindings';

const keyOf = (userId: UserId, name: string) => `ridgeline.draft ${userId} ${name}`;

/** The stored text; blank if there is none, or this browser stores nothing. */
export function readTextDraft(userId: UserId, name: string): string {
  try {
    return localStorage.getItem(keyOf(userId, name)) ?? '';
  } catch {
    return '';
  }
}

/** Stores a text; a blank one removes it. Without storage the text lasts until the page is closed. */
export function storeTextDraft(userId: UserId, name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(userId, name));
    else localStorage.setItem(keyOf(userId, name), text);
  } catch {
    // Nothing was stored.
  }
}
