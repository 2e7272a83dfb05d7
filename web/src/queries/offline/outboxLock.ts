/** Decides which tab may send: one at a time, and only for the user who is signed in. */
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
