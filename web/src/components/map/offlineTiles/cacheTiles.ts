/** Fetches the tiles of the basemap around some places and keeps them, within bounds. Tiles elsewhere are deleted. */
import { type DecompressFunc, FetchSource, PMTiles, ResolvedValueCache } from 'pmtiles';
import { readToken } from '@/api/token';
import { cachedTileSource } from './cachedTileSource';
import {
  cacheRange,
  claimRanges,
  completeRun,
  deleteOtherRanges,
  forgetRanges,
  type Owner,
  type RangeKey,
} from './rangeStore';
import { type Place, type Tile, tilesAround } from './tilesAround';

/** The most bytes that are kept, with the index of the file: 24 MB. */
export const maxBytes = 24_000_000;

/** The bytes are used up: what is kept by then are the tiles of the first places. */
class NoBytesLeft extends Error {
  override name = 'NoBytesLeft';
}

interface CacheRequest extends Owner {
  /** The nearest in time first. */
  places: readonly Place[];
  signal: AbortSignal;
  /** The bound, which tests lower. */
  most?: number;
}

/** Tiles are kept as they are in the file, so there is nothing to decompress. */
const asTheyAre: DecompressFunc = (bytes) => Promise.resolve(bytes);

const nameOf = (key: RangeKey): string => key.join('+');

/** Which of these tiles are kept completely. What is kept for other tiles is deleted; returns the bytes that stay. */
async function sweep(url: string, tiles: readonly Tile[]) {
  const needed = new Set<string>();
  const source = cachedTileSource(url, { network: null, onCached: (key) => void needed.add(nameOf(key)) });
  const archive = new PMTiles(source, new ResolvedValueCache(), asTheyAre);
  const missing: Tile[] = [];
  for (const tile of tiles)
    await archive.getZxy(...tile).catch(() => {
      missing.push(tile);
    });
  return { missing, bytes: await deleteOtherRanges((key) => needed.has(nameOf(key))) };
}

/** One after the other, until all are kept or the bytes are used up. */
async function fetchAll(archive: PMTiles, tiles: readonly Tile[], signal: AbortSignal): Promise<void> {
  try {
    for (const tile of tiles) {
      signal.throwIfAborted();
      await archive.getZxy(...tile, signal);
    }
  } catch (error) {
    if (!(error instanceof NoBytesLeft)) throw error;
  }
}

/** The browser refuses to store more. */
const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * Keeps the tiles around the places, one request after the other. Rejects when the network or the session ends, with
 * what has come by then kept. Returns false where the browser has no room: then nothing is kept.
 */
export async function cacheTiles(request: CacheRequest): Promise<boolean> {
  const { places, signal, most = maxBytes, userId, url } = request;
  const owner = { userId, url };
  const token = readToken();
  try {
    const before = await claimRanges(owner);
    let bytes = 0;
    const source = cachedTileSource(url, {
      network: new FetchSource(url),
      onMissing: ([, length]) => {
        signal.throwIfAborted();
        if (bytes + length > most) throw new NoBytesLeft();
        bytes += length;
      },
      onFetched: (key, { data, etag }) => cacheRange(token, owner, key, { data, etag }),
    });
    const archive = new PMTiles(source, new ResolvedValueCache(), asTheyAre);
    const tiles = tilesAround(places, await archive.getHeader());
    const names = tiles.map((tile) => tile.join('/')).join(' ');
    if (names === before) return true;
    const swept = await sweep(url, tiles);
    bytes = swept.bytes;
    await fetchAll(archive, swept.missing, signal);
    await completeRun(token, owner, names);
    return true;
  } catch (error) {
    if (!isFull(error)) throw error;
    await forgetRanges();
    return false;
  }
}
