/** Stores the outbox in IndexedDB, by user, beyond the end of their session. */
import type { UserId } from '@bindings';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';

import type { StoredEntry, StoredState } from './outbox';

interface OutboxSchema extends DBSchema {
  entries: { key: string; value: StoredEntry; indexes: { userId: string } };
}

/** Without it everything is lost with the page, as in a private window of some browsers. */
export const hasStorage = (): boolean => 'indexedDB' in globalThis;

/** Else the browser may delete the outbox when space runs out. Asked for when the first entry begins to wait. */
export const protectStorage = (): void => void navigator.storage?.persist?.().catch(() => undefined);

/** Not held open: an update of the app in another tab may need another form of it. */
async function withDatabase<T>(work: (database: IDBPDatabase<OutboxSchema>) => Promise<T>): Promise<T> {
  const database = await openDB<OutboxSchema>('ridgeline.outbox', 1, {
    upgrade: (made) => {
      made.createObjectStore('entries', { keyPath: 'id' }).createIndex('userId', 'userId');
    },
    blocking: (_now, _wanted, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

const isFull = (failure: unknown) => failure instanceof DOMException && failure.name === 'QuotaExceededError';

/** In the order in which it was done. */
export const storedEntries = (userId: UserId): Promise<StoredEntry[]> =>
  withDatabase(async (database) => {
    const all = await database.getAllFromIndex('entries', 'userId', userId);
    return all.toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
  });

/** Undefined where it is not stored. */
export const storedEntry = (id: string): Promise<StoredEntry | undefined> =>
  withDatabase((database) => database.get('entries', id));

/** Rejects with an `ApiFailure` where the storage is full. */
export async function storeEntry(entry: StoredEntry): Promise<void> {
  try {
    await withDatabase((database) => database.put('entries', entry));
  } catch (failure) {
    if (isFull(failure)) throw new ApiFailure(0, 'full', m.outbox_full());
    throw failure;
  }
}

/** Updates an entry if it still exists: one that was removed meanwhile does not come back. */
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
    await store.delete(id);
    await store.put(entry);
    await done;
  });

export const removeEntries = (ids: readonly string[]): Promise<void> =>
  withDatabase(async (database) => {
    const { store, done } = database.transaction('entries', 'readwrite');
    for (const id of ids) await store.delete(id);
    await done;
  });
