/** The forecast at the company's jobs, where this installation has a weather service. */
import type { PlaceWeather } from '@bindings';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';

const configQuery = queryOptions({
  queryKey: ['config', 'weather'],
  queryFn: async () => (await call<{ weather?: boolean }>('GET', '/api/config')).weather === true,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** The server keeps a forecast for three hours. */
const staleTime = 60 * 60_000;

/** The places of the jobs on these days with their forecast; undefined without a weather service. */
export function useWeather(from: string, to: string): PlaceWeather[] | undefined {
  const { data: isOffered = false } = useQuery(configQuery);
  const { data } = useQuery({
    queryKey: ['weather', from, to],
    queryFn: async () =>
      (await call<{ places: PlaceWeather[] }>('GET', `/api/weather?from=${from}&to=${to}`)).places,
    enabled: isOffered,
    staleTime,
    retry: false,
  });
  return data;
}
