/** The jobs of the map, whatever their dates: those with a location, those without, and what is in view at first. */
import type { Job } from '@bindings';
import { useDeferredValue, useMemo, useState } from 'react';
import type { MapMarker } from '@/components/map/RidgeMap';
import { boundsOf, type MapBounds } from '@/components/map/startView';
import { useSession } from '@/queries/accounts/session';
import { useJobs } from '@/queries/jobs/jobs';
import { areaText } from '@/ui/jobs/areaText';
import { jobColor } from '@/ui/jobs/jobColor';
import { useScheme } from '@/ui/theme/colorScheme';

import { useFilteredJobs } from '../filters/useFiltered';
import type { useCalendarView } from '../useCalendarView';

/** A job that the map can show. */
export type LocatedJob = Job & { latitude: number; longitude: number };

const isPlaced = (job: Job): job is LocatedJob => job.latitude !== null && job.longitude !== null;

type Place = Pick<LocatedJob, 'latitude' | 'longitude'>;

/** The initial center if neither the company nor a job has a location. */
const nowhere: Place = { latitude: 0, longitude: 0 };

/** The location of the company, if known. */
function useHome(): Place | null {
  const { latitude, longitude } = useSession().company;
  return useMemo(
    () => (latitude == null || longitude == null ? null : { latitude, longitude }),
    [latitude, longitude],
  );
}

/**
 * What is in view when the map opens: all of its jobs at that time, or when the city changes. A job that moves must not
 * move the map. Undefined while there are none.
 */
function useBounds(placed: readonly LocatedJob[], location: string): MapBounds | undefined {
  const [opened, setOpened] = useState<{ location: string; bounds: MapBounds | undefined } | null>(null);
  if (placed.length > 0 && opened?.location !== location) {
    const places = placed.map(({ placeArea, ...place }) => ({ ...place, radius: placeArea?.radiusMeters }));
    setOpened({ location, bounds: boundsOf(places) });
  }
  return opened?.bounds;
}

/** `query` is the search term; it may be newer than the one in the URL. */
export function useMapJobs(calendar: ReturnType<typeof useCalendarView>, query: string) {
  const { jobs, error, isPending, isFetching, refetch } = useJobs();
  const deferredQuery = useDeferredValue(query);
  const { shown, locations } = useFilteredJobs(
    jobs,
    { ...calendar, query: deferredQuery },
    calendar.panel === 'filters',
  );
  const placed = useMemo(() => shown.filter(isPlaced), [shown]);
  const unplaced = useMemo(() => shown.filter((job) => !isPlaced(job)), [shown]);
  const bounds = useBounds(placed, calendar.location);
  const home = useHome();
  const scheme = useScheme();
  const markers = useMemo<MapMarker[]>(
    () =>
      placed.map((job) => {
        const { id, title, latitude, longitude, status, placeArea } = job;
        const done = status !== 'active';
        const color = jobColor(job.color, scheme, done);
        const hint = areaText(job) ?? undefined;
        return { id, latitude, longitude, label: title, hint, done, color, radius: placeArea?.radiusMeters };
      }),
    [placed, scheme],
  );
  return {
    placed,
    unplaced,
    markers,
    bounds,
    /** In view if there are no jobs: the company, if its location is known. */
    center: home ?? nowhere,
    locations,
    /** There are jobs, but all of them are hidden. */
    allHidden: shown.length === 0 && (jobs?.length ?? 0) > 0,
    isPending,
    isFetching,
    failure: jobs === undefined ? error : null,
    tryAgain: () => void refetch(),
  };
}
