/** Decides which tab may send: one tab sends queued entries, each tab its own uploads, only for the signed-in user. */
import type { UserId } from '@bindings';
import { call } from '@/api/client';
import { readToken } from '@/api/token';

import type { Profile } from '@/queries/accounts/session';

let verified: { token: string; userId: UserId } | null = null;

/** Another user may have signed in in another tab: nothing is sent as the wrong user. */
export async function isSignedInAs(userId: UserId): Promise<boolean> {
  const token = readToken();
  if (token === null) return false;
  if (verified?.token !== token) {
    const { user } = await call<Profile>('GET', '/api/auth/fetchProfile');
    verified = { token, userId: user.id };
  }
  return verified.userId === userId;
}

/** Waits for other tabs. Only old browsers have no locks; there an entry sent twice still counts once. */
export const withOutboxLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('ridgeline.outbox', work) : work();

const entryLock = (id: string) => `ridgeline.outbox ${id}`;

/**
 * Holds the lock of an entry that this tab uploads, until the returned function is called or the tab is closed. That
 * function resolves when the lock is free.
 */
export function holdEntryLock(id: string): () => Promise<void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = 'locks' in navigator ? navigator.locks.request(entryLock(id), () => released) : released;
  return async () => {
    release();
    // If the browser refuses the lock, an entry sent twice still counts once.
    await held.catch(() => undefined);
  };
}

/** Returns null if another tab uploads the entry. */
export const withEntryLock = <T>(id: string, work: () => Promise<T>): Promise<T | null> =>
  'locks' in navigator
    ? navigator.locks.request(entryLock(id), { ifAvailable: true }, (lock) => (lock === null ? null : work()))
    : work();
