/** @alone: it installs a fake IndexedDB, which other tests run without. */
import 'fake-indexeddb/auto';

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDB } from 'idb';
import { FetchSource, PMTiles, ResolvedValueCache } from 'pmtiles';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearToken, offlineTilesKey, storeToken } from '@/api/token';
import { cachedTileSource } from './cachedTileSource';
import { cacheTiles } from './cacheTiles';
import { forgetRanges } from './rangeStore';
import { type Place, tilesAround } from './tilesAround';

const file = new Uint8Array(
  readFileSync(join(import.meta.dirname, '../../../../e2e/support/streets/nashville.pmtiles')),
);
const url = 'https://ridgeline.example/basemap.pmtiles?v=1';
const broadway: Place = { latitude: 36.1502, longitude: -86.7888 };
const airport: Place = { latitude: 36.07, longitude: -86.67 };
const zooms = { minZoom: 0, maxZoom: 12 };

let asked = 0;
let etag = '"1"';

/** A server with the file, which answers with ranges of it. */
function serve(): void {
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Headers }) => {
    asked += 1;
    const [from = 0, to = 0] = (/(\d+)-(\d+)/.exec(headers.get('range') ?? '') ?? []).slice(1).map(Number);
    return Promise.resolve(new Response(file.slice(from, to + 1), { status: 206, headers: { etag } }));
  });
}

const noNetwork = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

const keep = (change: Partial<Parameters<typeof cacheTiles>[0]> = {}) =>
  cacheTiles({ userId: 'marisol', url, places: [broadway], signal: new AbortController().signal, ...change });

/** The file as maps read it. */
const archive = (address = url) =>
  new PMTiles(cachedTileSource(address, { network: new FetchSource(address) }), new ResolvedValueCache());

/** How many of the tiles around this place a map can draw now. */
async function drawn(place: Place, address = url): Promise<number> {
  const map = archive(address);
  const tiles = await Promise.all(
    tilesAround([place], zooms).map((tile) => map.getZxy(...tile).catch(() => undefined)),
  );
  return tiles.filter((tile) => tile !== undefined && tile.data.byteLength > 0).length;
}

/** The bytes that are kept. */
async function keptBytes(): Promise<number> {
  const database = await openDB(offlineTilesKey);
  if (!database.objectStoreNames.contains('ranges')) {
    database.close();
    return 0;
  }
  const ranges = (await database.getAll('ranges')) as { data: ArrayBuffer }[];
  database.close();
  return ranges.reduce((sum, { data }) => sum + data.byteLength, 0);
}

beforeEach(() => {
  storeToken('of marisol');
  serve();
  [asked, etag] = [0, '"1"'];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await forgetRanges();
  clearToken();
});

test('a map draws the streets around a job without a network', async () => {
  const before = await drawn(broadway);
  expect(before).toBeGreaterThan(20);
  expect(await keep()).toBe(true);
  noNetwork();
  expect(await drawn(broadway)).toBe(before);
});

test('what is kept is not fetched again, neither for a map nor the next day', async () => {
  await keep();
  const fetched = asked;
  expect(fetched).toBeGreaterThan(10);
  await keep();
  await drawn(broadway);
  expect(asked).toBe(fetched);
  await keep({ places: [broadway, { ...broadway, latitude: 36.1503 }] });
  expect(asked).toBe(fetched);
});

test('the tiles of a job that is done make room for those of the next one', async () => {
  await keep({ places: [broadway, airport] });
  const both = await keptBytes();
  await keep({ places: [airport] });
  expect(await keptBytes()).toBeLessThan(both);
  noNetwork();
  const all = tilesAround([airport], zooms).length;
  expect(await drawn(airport)).toBeGreaterThan(all / 3);
  expect(await drawn(broadway)).toBeLessThan(all);
});

test('no more bytes are kept than the bound, and the overview of the first job comes first', async () => {
  const most = 16_384 + 2_000;
  expect(await keep({ most })).toBe(true);
  expect(await keptBytes()).toBeLessThanOrEqual(most);
  noNetwork();
  expect((await archive().getZxy(0, 0, 0))?.data.byteLength).toBeGreaterThan(0);
  await expect(archive().getZxy(12, 1060, 1605)).rejects.toThrow();
});

test('a browser without room keeps nothing, and the map reads from the server', async () => {
  const put = Reflect.get(IDBObjectStore.prototype, 'put') as (...row: unknown[]) => IDBRequest<IDBValidKey>;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function full(
    this: IDBObjectStore,
    value: unknown,
    key?: IDBValidKey,
  ) {
    if (this.name === 'ranges' && asked > 5) throw new DOMException('no room', 'QuotaExceededError');
    return put.call(this, value, key);
  });
  expect(await keep()).toBe(false);
  expect(await keptBytes()).toBe(0);
  expect(await drawn(broadway)).toBeGreaterThan(20);
});

test('a network that is lost leaves what has come, and the rest follows', async () => {
  const all = await drawn(broadway);
  let left = 8;
  const whole = fetch;
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => {
    left -= 1;
    return left < 0 ? Promise.reject(new TypeError('Failed to fetch')) : whole(...request);
  });
  await expect(keep()).rejects.toThrow('Failed to fetch');
  const some = await drawn(broadway);
  expect(some).toBeGreaterThan(2);
  expect(some).toBeLessThan(all);
  serve();
  await keep();
  noNetwork();
  expect(await drawn(broadway)).toBe(all);
});

test('after a sign-out nothing is left, also of a run that was under way', async () => {
  await keep();
  const late = keep({ places: [airport] });
  clearToken();
  await expect(late).rejects.toThrow();
  await vi.waitFor(async () =>
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(offlineTilesKey),
  );
  noNetwork();
  expect(await drawn(broadway)).toBe(0);
});

test('the next user of the phone starts with nothing', async () => {
  await keep();
  storeToken('of dalia');
  await keep({ userId: 'dalia', places: [] });
  noNetwork();
  expect(await drawn(broadway)).toBeLessThan(3);
});

test('a new version of the file takes the place of the kept one', async () => {
  await keep();
  const next = url.replace('v=1', 'v=2');
  await keep({ url: next });
  noNetwork();
  expect(await drawn(broadway)).toBe(0);
  expect(await drawn(broadway, next)).toBeGreaterThan(20);
});

test('no map is made of two versions: what was kept of a file that was replaced is dropped', async () => {
  await keep();
  etag = '"2"';
  const map = archive();
  await map.getHeader();
  // A tile that was not kept comes with the tag of the new file.
  expect(await map.getZxy(12, 1062, 1606)).toBeDefined();
  noNetwork();
  expect(await drawn(broadway)).toBe(0);
});

test('a run that is stopped fetches nothing more', async () => {
  const stopping = new AbortController();
  const whole = fetch;
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => {
    if (asked === 3) stopping.abort();
    return whole(...request);
  });
  await expect(keep({ signal: stopping.signal })).rejects.toThrow();
  expect(asked).toBeLessThan(6);
});
