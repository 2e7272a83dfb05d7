/** Decides which tab may send: what waits one at a time, an upload its own tab, each only for who is signed in. */
import type { UserId } from '@bindings';
import { call } from '@/api/client';
import { readToken } from '@/api/token';

import type { Profile } from '@/queries/accounts/session';

let proven: { token: string; userId: UserId } | null = null;

/** Another user may have signed in in another tab: nothing is sent in the wrong name. */
export async function isSignedInAs(userId: UserId): Promise<boolean> {
  const token = readToken();
  if (token === null) return false;
  if (proven?.token !== token) {
    const { user } = await call<Profile>('GET', '/api/auth/fetchProfile');
    proven = { token, userId: user.id };
  }
  return proven.userId === userId;
}

/** Waits for other tabs. A browser without locks has an old engine, and what is sent twice counts once. */
export const withOutboxLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('ridgeline.outbox', work) : work();

const entryLock = (id: string) => `ridgeline.outbox ${id}`;

/**
 * Says to the other tabs that this one uploads the entry, until the returned function is called or the tab is gone.
 * That function resolves when the lock is free.
 */
export function holdEntryLock(id: string): () => Promise<void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = 'locks' in navigator ? navigator.locks.request(entryLock(id), () => released) : released;
  return async () => {
    release();
    // Where a browser refuses locks, what is sent twice counts once.
    await held.catch(() => undefined);
  };
}

/** Answers null where another tab uploads the entry. */
export const withEntryLock = <T>(id: string, work: () => Promise<T>): Promise<T | null> =>
  'locks' in navigator
    ? navigator.locks.request(entryLock(id), { ifAvailable: true }, (lock) => (lock === null ? null : work()))
    : work();
