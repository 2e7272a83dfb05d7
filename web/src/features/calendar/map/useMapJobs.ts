/** The jobs of the map, whatever their dates: those with a location, those without, and the initial center. */
import type { Job } from '@bindings';
import { useDeferredValue, useMemo, useState } from 'react';
import type { MapMarker } from '@/components/map/RidgeMap';
import { useSession } from '@/queries/accounts/session';
import { useJobs } from '@/queries/jobs/jobs';
import { jobColor } from '@/ui/jobs/jobColor';
import { useScheme } from '@/ui/theme/colorScheme';

import { useFilteredJobs } from '../filters/useFiltered';
import { anyLocation, type useCalendarView } from '../useCalendarView';

/** A job that the map can show. */
export type LocatedJob = Job & { latitude: number; longitude: number };

const isPlaced = (job: Job): job is LocatedJob => job.latitude !== null && job.longitude !== null;

type Place = Pick<LocatedJob, 'latitude' | 'longitude'>;

/** The initial center if neither the company nor a job has a location. */
const nowhere: Place = { latitude: 0, longitude: 0 };

/** The median: a single distant job does not move it as it would move the mean. */
const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

export const centerOf = (jobs: readonly Place[]): Place =>
  jobs.length === 0
    ? nowhere
    : {
        latitude: median(jobs.map(({ latitude }) => latitude)),
        longitude: median(jobs.map(({ longitude }) => longitude)),
      };

/** The location of the company, if known. */
function useHome(): Place | null {
  const { latitude, longitude } = useSession().company;
  return useMemo(
    () => (latitude == null || longitude == null ? null : { latitude, longitude }),
    [latitude, longitude],
  );
}

/**
 * The initial center: the company. With a selected city, or for a company without a location, the center of the jobs at
 * the time the map opens or the city changes: a job that moves must not move the map.
 */
function useCenter(placed: readonly LocatedJob[], location: string): Place {
  const home = useHome();
  const [center, setCenter] = useState<{ location: string; at: Place } | null>(null);
  if (placed.length > 0 && center?.location !== location) setCenter({ location, at: centerOf(placed) });
  if (home !== null && location === anyLocation) return home;
  return center?.at ?? home ?? nowhere;
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
  const center = useCenter(placed, calendar.location);
  const scheme = useScheme();
  const markers = useMemo<MapMarker[]>(
    () =>
      placed.map(({ id, title, latitude, longitude, color, status }) => {
        const done = status !== 'active';
        return { id, latitude, longitude, label: title, done, color: jobColor(color, scheme, done) };
      }),
    [placed, scheme],
  );
  return {
    placed,
    unplaced,
    markers,
    center,
    locations,
    /** There are jobs, but all of them are hidden. */
    allHidden: shown.length === 0 && (jobs?.length ?? 0) > 0,
    isPending,
    isFetching,
    failure: jobs === undefined ? error : null,
    tryAgain: () => void refetch(),
  };
}
