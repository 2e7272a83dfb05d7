/**
 * The last responses of the server, cached in this browser for use without a network: per user, for two weeks, and
 * only while the types of the API are the same. They can only be read with the token they were received with.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

import { cacheOwnerKey, readToken } from './token';

export interface CachedResponse {
  /** When it was received, in ms. */
  at: number;
  data: unknown;
  /** For a list that is fetched as what has changed: the state at which the server sent it. */
  state?: string;
}

interface Owner {
  userId: string;
  /** A hash of the token: it identifies the session without containing it. */
  print: string;
  shape: string;
}

/** `turn` rises with each write: unlike the time of a clock that may be wrong, it tells what was written last. */
type StoredResponse = CachedResponse & { turn: number };

interface CacheSchema extends DBSchema {
  owner: { key: 'owner'; value: Owner };
  answers: { key: string; value: StoredResponse; indexes: { at: number; turn: number } };
}

/** Fourteen days, in ms. */
const maxAge = 14 * 24 * 3_600_000;

/** The most responses that are cached: a season of months, jobs and rooms. */
const maxEntries = 600;

/** Without these nothing else can be shown, so they stay when there are too many responses. */
const neverOver: ReadonlySet<string> = new Set(['["profile"]', '["accountStanding"]']);

/** False where IndexedDB is not available, or the page was not loaded over a secure connection. */
const canCache = (): boolean => 'indexedDB' in globalThis && crypto.subtle !== undefined;

/** The database is not held open, so that a sign-out in any tab can delete it at once. */
async function withDatabase<T>(work: (database: IDBPDatabase<CacheSchema>) => Promise<T>): Promise<T> {
  const database = await openDB<CacheSchema>(cacheOwnerKey, 2, {
    upgrade: (db, before) => {
      // What the version before has cached has no turns, and is fetched again.
      if (before > 0) db.deleteObjectStore('answers');
      else db.createObjectStore('owner');
      const answers = db.createObjectStore('answers');
      answers.createIndex('at', 'at');
      answers.createIndex('turn', 'turn');
    },
    blocking: (_now, _wanted, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

async function printOf(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The cached response of this query for the signed-in user; undefined if there is none, or it is too old. */
export async function readCached(name: string, now = Date.now()): Promise<CachedResponse | undefined> {
  const token = readToken();
  if (token === null || !canCache()) return undefined;
  const print = await printOf(token);
  return withDatabase(async (database) => {
    const owner = await database.get('owner', 'owner');
    if (owner?.print !== print || owner.shape !== __SHAPE__) return undefined;
    const cached = await database.get('answers', name);
    return cached !== undefined && now - cached.at <= maxAge ? cached : undefined;
  });
}

/** Caches responses, and removes those that are `null`. Responses of another user are deleted first. */
export async function writeCached(
  userId: string,
  answers: ReadonlyMap<string, CachedResponse | null>,
): Promise<void> {
  const token = readToken();
  if (token === null || !canCache()) return;
  const print = await printOf(token);
  await withDatabase(async (database) => {
    // The user has signed out meanwhile, which deleted the database: nothing is written after it.
    if (readToken() !== token) return;
    const change = database.transaction(['owner', 'answers'], 'readwrite');
    const [owners, store] = [change.objectStore('owner'), change.objectStore('answers')];
    const owner = await owners.get('owner');
    if (owner?.userId !== userId || owner.shape !== __SHAPE__) await store.clear();
    await owners.put({ userId, print, shape: __SHAPE__ }, 'owner');
    const last = await store.index('turn').openCursor(null, 'prev');
    let turn = last?.value.turn ?? 0;
    for (const [name, answer] of answers) {
      turn += 1;
      await (answer === null ? store.delete(name) : store.put({ ...answer, turn }, name));
    }
    await change.done;
  });
}

/** Deletes responses that are too old, and beyond the limit those that were written first. */
export async function evictExpired(now = Date.now()): Promise<void> {
  if (!canCache()) return;
  await withDatabase(async (database) => {
    const change = database.transaction('answers', 'readwrite');
    const tooOld = IDBKeyRange.upperBound(now - maxAge, true);
    for (
      let each = await change.store.index('at').openCursor(tooOld);
      each !== null;
      each = await each.continue()
    )
      await each.delete();
    let over = (await change.store.count()) - maxEntries;
    for (
      let each = await change.store.index('turn').openCursor();
      each !== null && over > 0;
      each = await each.continue()
    ) {
      if (neverOver.has(each.primaryKey)) continue;
      await each.delete();
      over -= 1;
    }
    await change.done;
  });
}
