/**
 * The ranges of the basemap's file that this browser keeps: of one version of the file, for one user, until the
 * session ends.
 */
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import { offlineTilesKey, readToken } from '@/api/token';

/** The offset of a range in the file, and its length. */
export type RangeKey = [offset: number, length: number];

export interface CachedRange {
  data: ArrayBuffer;
  etag?: string | undefined;
}

/** The user, and the address of the file, which names its version. */
export interface Owner {
  userId: string;
  url: string;
}

/** `tiles` are those that were kept when the last run was complete. */
type StoredOwner = Owner & { tiles: string };

interface TilesSchema extends DBSchema {
  owner: { key: 'owner'; value: StoredOwner };
  ranges: { key: RangeKey; value: CachedRange };
}

/** The session in which tiles were to be kept is over, or another one has begun. */
export class SessionOver extends Error {
  override name = 'SessionOver';
}

let opened: Promise<IDBPDatabase<TilesSchema>> | null = null;

async function close(): Promise<void> {
  const database = opened;
  opened = null;
  (await database?.catch(() => undefined))?.close();
}

/** Held open, as a map reads dozens of ranges, until somebody deletes it: a sign-out in any tab does so at once. */
function database(): Promise<IDBPDatabase<TilesSchema>> {
  opened ??= openDB<TilesSchema>(offlineTilesKey, 1, {
    upgrade: (created) => {
      created.createObjectStore('owner');
      created.createObjectStore('ranges');
    },
    blocking: () => void close(),
    terminated: () => {
      opened = null;
    },
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

/** Without a session, or where there is no storage, nothing is kept. */
const canKeep = (): boolean => readToken() !== null && 'indexedDB' in globalThis;

/** A range of this file; undefined if it is not kept. */
export async function readRange(url: string, key: RangeKey): Promise<CachedRange | undefined> {
  if (!canKeep()) return undefined;
  const reading = (await database()).transaction(['owner', 'ranges']);
  const [owner, range] = await Promise.all([
    reading.objectStore('owner').get('owner'),
    reading.objectStore('ranges').get(key),
    reading.done,
  ]);
  return owner?.url === url ? range : undefined;
}

/** Deletes what was kept for another user or of another file. Returns the tiles of the last complete run. */
export async function claimRanges({ userId, url }: Owner): Promise<string> {
  if (!canKeep()) throw new SessionOver();
  const claim = (await database()).transaction(['owner', 'ranges'], 'readwrite');
  const known = await claim.objectStore('owner').get('owner');
  const isSame = known?.userId === userId && known.url === url;
  if (!isSame) {
    await claim.objectStore('ranges').clear();
    await claim.objectStore('owner').put({ userId, url, tiles: '' }, 'owner');
  }
  await claim.done;
  return isSame ? known.tiles : '';
}

/** Writes as this owner, unless the session has ended meanwhile: nothing is written after a sign-out. */
async function writeAs(
  token: string | null,
  { userId, url }: Owner,
  tiles: string,
  range?: [RangeKey, CachedRange],
): Promise<void> {
  if (token === null || readToken() !== token) throw new SessionOver();
  const held = await database();
  if (readToken() !== token) throw new SessionOver();
  const change = held.transaction(['owner', 'ranges'], 'readwrite');
  const known = await change.objectStore('owner').get('owner');
  if (known?.userId !== userId || known.url !== url) throw new SessionOver();
  await change.objectStore('owner').put({ userId, url, tiles }, 'owner');
  if (range !== undefined) await change.objectStore('ranges').put(range[1], range[0]);
  await change.done;
}

/** Keeps one range. From now on the run is incomplete. */
export const cacheRange = (token: string | null, owner: Owner, key: RangeKey, range: CachedRange) =>
  writeAs(token, owner, '', [key, range]);

/** The run is complete: these tiles are kept, as far as they have room. */
export const completeRun = (token: string | null, owner: Owner, tiles: string) =>
  writeAs(token, owner, tiles);

/** Deletes the ranges that `isNeeded` does not name; returns the bytes of those that stay. */
export async function deleteOtherRanges(isNeeded: (key: RangeKey) => boolean): Promise<number> {
  const change = (await database()).transaction('ranges', 'readwrite');
  let bytes = 0;
  for (const key of await change.store.getAllKeys())
    if (isNeeded(key)) bytes += key[1];
    else await change.store.delete(key);
  await change.done;
  return bytes;
}

/** Deletes all of it. */
export async function forgetRanges(): Promise<void> {
  if (!('indexedDB' in globalThis)) return;
  await close();
  await deleteDB(offlineTilesKey);
}
