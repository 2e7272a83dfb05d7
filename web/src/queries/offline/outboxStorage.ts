/** Stores the outbox in IndexedDB, per user. It survives the end of the session. */
import type { UserId } from '@bindings';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';

import type { StoredEntry, StoredState } from './outbox';

interface OutboxSchema extends DBSchema {
  entries: { key: string; value: StoredEntry; indexes: { userId: string } };
}

/** False in private windows of some browsers: there the outbox is lost with the page. */
export const hasStorage = (): boolean => 'indexedDB' in globalThis;

/** Requests persistent storage when the first entry is queued, or else the browser may delete it when space runs out. */
export const protectStorage = (): void => void navigator.storage?.persist?.().catch(() => undefined);

/** The database is not held open, because a new version of the app in another tab may have to upgrade it. */
async function withDatabase<T>(work: (database: IDBPDatabase<OutboxSchema>) => Promise<T>): Promise<T> {
  const database = await openDB<OutboxSchema>('ridgeline.outbox', 1, {
    upgrade: (db) => {
      db.createObjectStore('entries', { keyPath: 'id' }).createIndex('userId', 'userId');
    },
    blocking: (_now, _wanted, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** A transaction that failed may have ended already. */
function abort(transaction: { abort: () => void }): void {
  try {
    transaction.abort();
  } catch {
    // It has.
  }
}

const isFull = (failure: unknown) => failure instanceof DOMException && failure.name === 'QuotaExceededError';

/** In the order in which the changes were made. */
export const storedEntries = (userId: UserId): Promise<StoredEntry[]> =>
  withDatabase(async (database) => {
    const all = await database.getAllFromIndex('entries', 'userId', userId);
    return all.toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
  });

/** Undefined if it is not stored. */
export const storedEntry = (id: string): Promise<StoredEntry | undefined> =>
  withDatabase((database) => database.get('entries', id));

/** Rejects with an `ApiFailure` if the storage is full. */
export async function storeEntry(entry: StoredEntry): Promise<void> {
  try {
    await withDatabase((database) => database.put('entries', entry));
  } catch (failure) {
    if (isFull(failure)) throw new ApiFailure(0, 'full', m.outbox_full());
    throw failure;
  }
}

/** Updates an entry if it still exists: one that was removed meanwhile is not restored. */
export const updateEntry = (id: string, change: Partial<StoredState>): Promise<void> =>
  withDatabase(async (database) => {
    const { store, done } = database.transaction('entries', 'readwrite');
    const entry = await store.get(id);
    if (entry !== undefined) await store.put({ ...entry, ...change });
    await done;
  });

/** Replaces an entry by one with another id, which keeps its rank. */
export const replaceEntry = (id: string, entry: StoredEntry): Promise<void> =>
  withDatabase(async (database) => {
    const { store, done } = database.transaction('entries', 'readwrite');
    // Another tab may have sent or discarded it.
    if ((await store.getKey(id)) !== undefined) {
      await store.delete(id);
      await store.put(entry);
    }
    await done;
  });

/** Replaces two entries by one, if both are still there: `merge` returns it, or null to keep both. */
export const mergeEntries = (
  earlierId: string,
  laterId: string,
  merge: (earlier: StoredEntry, later: StoredEntry) => StoredEntry | null,
): Promise<void> =>
  withDatabase(async (database) => {
    const { store, done } = database.transaction('entries', 'readwrite');
    const [earlier, later] = [await store.get(earlierId), await store.get(laterId)];
    const merged = earlier === undefined || later === undefined ? null : merge(earlier, later);
    if (merged !== null) {
      await store.delete(earlierId);
      await store.put(merged);
    }
    await done;
  });

export const removeEntries = (ids: readonly string[]): Promise<void> =>
  withDatabase(async (database) => {
    const { store, done } = database.transaction('entries', 'readwrite');
    for (const id of ids) await store.delete(id);
    await done;
  });

/** Removes an entry and changes the others of its user with it: either all of it happens, or nothing. */
export const removeAndChange = (
  { id, userId }: StoredEntry,
  change: (entry: StoredEntry) => StoredEntry,
): Promise<void> =>
  withDatabase(async (database) => {
    const transaction = database.transaction('entries', 'readwrite');
    const { store, done } = transaction;
    try {
      for (const entry of await store.index('userId').getAll(userId)) {
        const changed = change(entry);
        if (changed !== entry) await store.put(changed);
      }
      await store.delete(id);
      await done;
    } catch (failure) {
      // A full disk may refuse one of them, and would leave the others changed.
      abort(transaction);
      await done.catch(() => undefined);
      throw failure;
    }
  });
