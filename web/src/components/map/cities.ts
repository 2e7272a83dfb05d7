/** The cities that are embedded in the app; data/NOTICE.md says where they come from. */
export interface City {
  name: string;
  latitude: number;
  longitude: number;
  /** In thousands. */
  people: number;
}

let fetched: Promise<City[]> | null = null;

/** The biggest first. Fetched once, from our own server. */
export function loadCities(): Promise<City[]> {
  fetched ??= import('./data/cities.json').then(({ default: rows }) =>
    (rows as [string, number, number, number][]).map(([name, latitude, longitude, people]) => ({
      name,
      latitude,
      longitude,
      people,
    })),
  );
  fetched.catch(() => {
    fetched = null;
  });
  return fetched;
}
