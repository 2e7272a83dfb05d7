/**
 * What the server answered last, kept in this browser for the time without a network: by person, for two weeks, and
 * only while the app knows the same shapes. It is read with the token it was shown under, and with no other.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

import { keptName, readToken } from './token';

export interface Kept {
  /** When the server said so, in ms. */
  at: number;
  data: unknown;
}

interface Owner {
  userId: string;
  /** Of the token: it tells the session without being one. */
  print: string;
  shape: string;
}

interface Shelf extends DBSchema {
  owner: { key: 'owner'; value: Owner };
  answers: { key: string; value: Kept; indexes: { at: number } };
}

/** Fourteen days, in ms. */
const longest = 14 * 24 * 3_600_000;

/** So many answers are kept: a season of months, jobs and rooms. */
const most = 600;

/** A browser keeps nothing where it may not, or where the page came over an unsafe way. */
const canKeep = (): boolean => 'indexedDB' in globalThis && crypto.subtle !== undefined;

/** Not held open: a sign-out in any tab takes all of it away at once. */
async function opened<T>(work: (shelf: IDBPDatabase<Shelf>) => Promise<T>): Promise<T> {
  const shelf = await openDB<Shelf>(keptName, 1, {
    upgrade: (made) => {
      made.createObjectStore('owner');
      made.createObjectStore('answers').createIndex('at', 'at');
    },
    blocking: (_now, _wanted, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await work(shelf);
  } finally {
    shelf.close();
  }
}

async function printOf(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What was kept under this name for whoever is signed in; undefined where there is nothing, or it is too old. */
export async function readKept(name: string, now = Date.now()): Promise<Kept | undefined> {
  const token = readToken();
  if (token === null || !canKeep()) return undefined;
  const print = await printOf(token);
  return opened(async (shelf) => {
    const owner = await shelf.get('owner', 'owner');
    if (owner?.print !== print || owner.shape !== __SHAPE__) return undefined;
    const kept = await shelf.get('answers', name);
    return kept !== undefined && now - kept.at <= longest ? kept : undefined;
  });
}

/** Keeps answers, and forgets those that are `null`. What somebody else was shown here goes first. */
export async function writeKept(userId: string, answers: ReadonlyMap<string, Kept | null>): Promise<void> {
  const token = readToken();
  if (token === null || !canKeep()) return;
  const print = await printOf(token);
  await opened(async (shelf) => {
    // A sign-out meanwhile has taken everything away: nothing comes after it.
    if (readToken() !== token) return;
    const change = shelf.transaction(['owner', 'answers'], 'readwrite');
    const [owners, kept] = [change.objectStore('owner'), change.objectStore('answers')];
    const owner = await owners.get('owner');
    if (owner?.userId !== userId || owner.shape !== __SHAPE__) await kept.clear();
    await owners.put({ userId, print, shape: __SHAPE__ }, 'owner');
    for (const [name, answer] of answers)
      await (answer === null ? kept.delete(name) : kept.put(answer, name));
    await change.done;
  });
}

/** Forgets what is too old, and the oldest of what is too much. */
export async function sweepKept(now = Date.now()): Promise<void> {
  if (!canKeep()) return;
  await opened(async (shelf) => {
    const change = shelf.transaction('answers', 'readwrite');
    let over = (await change.store.count()) - most;
    for (
      let each = await change.store.index('at').openCursor();
      each !== null;
      each = await each.continue()
    ) {
      if (over <= 0 && now - each.value.at <= longest) break;
      await each.delete();
      over -= 1;
    }
    await change.done;
  });
}

/** When that was said which is shown without a network, by the names of the queries. */
export const restored = new Map<string, number>();
