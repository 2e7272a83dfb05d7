/** The Mapbox token of this installation, if it has one. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';

interface Config {
  mapboxToken: string | null;
}

/** Mapbox's public token, or null: then the embedded basemap is drawn. */
export const mapboxTokenQuery = queryOptions({
  queryKey: ['config', 'mapboxToken'],
  queryFn: async () => (await call<Config>('GET', '/api/config')).mapboxToken,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
