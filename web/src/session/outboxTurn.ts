/** Who may send now: one tab after the other, and each for the person who is signed in. */
import type { UserId } from '@bindings';
import { call } from '@/api/client';
import { readToken } from '@/api/token';

import type { Profile } from './session';

let proven: { token: string; userId: UserId } | null = null;

/** Somebody else may have signed in in another tab: nobody sends in another's name. */
export async function speaksFor(userId: UserId): Promise<boolean> {
  const token = readToken();
  if (token === null) return false;
  if (proven?.token !== token) {
    const { user } = await call<Profile>('GET', '/api/auth/fetchProfile');
    proven = { token, userId: user.id };
  }
  return proven.userId === userId;
}

/** Waits for other tabs. A browser without locks has an old engine, and what is sent twice counts once. */
export const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('ridgeline.outbox', work) : work();
