/** Where this browser keeps what waits to be uploaded: by person, and beyond the end of their session. */
import type { UserId } from '@bindings';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';

import type { Entry } from './outbox';

interface Shelf extends DBSchema {
  entries: { key: string; value: Entry; indexes: { userId: string } };
}

/** Not held open: an update of the app in another tab may need another form of it. */
async function opened<T>(work: (shelf: IDBPDatabase<Shelf>) => Promise<T>): Promise<T> {
  const shelf = await openDB<Shelf>('ridgeline.outbox', 1, {
    upgrade: (made) => {
      made.createObjectStore('entries', { keyPath: 'id' }).createIndex('userId', 'userId');
    },
    blocking: (_now, _wanted, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await work(shelf);
  } finally {
    shelf.close();
  }
}

const isFull = (failure: unknown) => failure instanceof DOMException && failure.name === 'QuotaExceededError';

/** In the order in which it was done. */
export const kept = (userId: UserId): Promise<Entry[]> =>
  opened(async (shelf) => {
    const all = await shelf.getAllFromIndex('entries', 'userId', userId);
    return all.toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
  });

/** Rejects with an `ApiFailure` where there is no room for it. */
export async function keep(entry: Entry): Promise<void> {
  try {
    await opened((shelf) => shelf.put('entries', entry));
  } catch (failure) {
    if (isFull(failure)) throw new ApiFailure(0, 'full', m.outbox_full());
    throw failure;
  }
}

/** Changes what is still there: what was removed meanwhile does not come back. */
export const change = (id: string, patch: Partial<Entry>): Promise<void> =>
  opened(async (shelf) => {
    const { store, done } = shelf.transaction('entries', 'readwrite');
    const entry = await store.get(id);
    if (entry !== undefined) await store.put({ ...entry, ...patch } as Entry);
    await done;
  });

/** It goes under another name, in the place that it had. */
export const rename = (id: string, entry: Entry): Promise<void> =>
  opened(async (shelf) => {
    const { store, done } = shelf.transaction('entries', 'readwrite');
    await store.delete(id);
    await store.put(entry);
    await done;
  });

export const remove = (ids: readonly string[]): Promise<void> =>
  opened(async (shelf) => {
    const { store, done } = shelf.transaction('entries', 'readwrite');
    for (const id of ids) await store.delete(id);
    await done;
  });
