/** The basemap's file for its library: ranges that this browser keeps are read from there, the others from the server. */
import { EtagMismatch, type RangeResponse, type Source } from 'pmtiles';

import { forgetRanges, type RangeKey, readRange } from './rangeStore';

/** Read without a network, and not kept. */
class NotCached extends Error {
  override name = 'NotCached';
}

interface SourceOptions {
  /** What is not kept comes from here; null: it fails. */
  network: Source | null;
  /** Called with each range that is kept. */
  onCached?: (key: RangeKey) => void;
  /** Called before a range is fetched; what it throws is why it is not. */
  onMissing?: (key: RangeKey) => void;
  /** Called with each range that came from the network, before it is used. */
  onFetched?: (key: RangeKey, range: RangeResponse) => Promise<void>;
}

export function cachedTileSource(
  url: string,
  { network, onCached, onMissing, onFetched }: SourceOptions,
): Source {
  return {
    getKey: () => url,
    getBytes: async (offset, length, signal, etag) => {
      const key: RangeKey = [offset, length];
      const kept = await readRange(url, key).catch(() => undefined);
      // A range of another version of the file is none.
      if (kept !== undefined && (etag === undefined || kept.etag === etag)) {
        onCached?.(key);
        return { data: kept.data, ...(kept.etag === undefined ? {} : { etag: kept.etag }) };
      }
      if (network === null) throw new NotCached();
      onMissing?.(key);
      try {
        const range = await network.getBytes(offset, length, signal, etag);
        await onFetched?.(key, range);
        return range;
      } catch (error) {
        // The file was replaced: the library asks for its start again, which must not be the kept one.
        if (error instanceof EtagMismatch) await forgetRanges().catch(() => undefined);
        throw error;
      }
    },
  };
}
