/** Where the streets of this installation's maps come from, if it has any. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';

/** The parts of the configuration that name a source: at most one is set. */
interface Config {
  mapboxToken: string | null;
  basemap?: string | null;
  mapStyle?: string | null;
}

/** A PMTiles file of our server, the style of a tile service, or Mapbox. */
export type StreetSource =
  | { kind: 'basemap'; url: string }
  | { kind: 'style'; url: string }
  | { kind: 'mapbox'; token: string };

function sourceOf({ mapboxToken, basemap, mapStyle }: Config): StreetSource | null {
  if (basemap) return { kind: 'basemap', url: basemap };
  if (mapStyle) return { kind: 'style', url: mapStyle };
  return mapboxToken ? { kind: 'mapbox', token: mapboxToken } : null;
}

/** The source of the streets, or null: then the embedded basemap is drawn. */
export const streetSourceQuery = queryOptions({
  queryKey: ['config', 'streets'],
  queryFn: async () => sourceOf(await call<Config>('GET', '/api/config')),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
