import { useSessionStorage } from '@mantine/hooks';

/** The days whose bad weather the user has dealt with, in this tab; and a function that adds one. */
export function useSeenWeather() {
  const [seen, setSeen] = useSessionStorage<string[]>({ key: 'ridgeline.weatherSeen', defaultValue: [] });
  return { seen, addSeen: (day: string) => setSeen((days) => [...days, day]) };
}
