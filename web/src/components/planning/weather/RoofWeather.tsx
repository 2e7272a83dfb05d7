/** The forecast, for everything in the calendar that shows a day. */
import type { Job } from '@bindings';
import dayjs from 'dayjs';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useWeather } from '@/queries/planning/weather';
import { companyToday } from '@/ui/dates/companyDay';
import { type RoofDay, roofDays } from './roofWeather';

/** How many days the service knows, besides today. */
const ahead = 15;

const nothing: ReadonlyMap<string, RoofDay> = new Map();

const WeatherContext = createContext(nothing);

/** The forecast of the coming days by day; empty without a weather service. */
export const useRoofDays = (): ReadonlyMap<string, RoofDay> => use(WeatherContext);

/** Provides the forecast at these jobs. */
export function RoofWeather({ jobs, children }: { jobs: readonly Job[]; children: ReactNode }) {
  const today = companyToday();
  const places = useWeather(today, dayjs(today).add(ahead, 'day').format('YYYY-MM-DD'));
  const days = useMemo(() => (places === undefined ? nothing : roofDays(places, jobs)), [places, jobs]);
  return <WeatherContext value={days}>{children}</WeatherContext>;
}
