/** The jobs of the map, whatever their dates: those with a place, those without, and where the map begins. */
import type { Job } from '@bindings';
import { useDeferredValue, useMemo, useState } from 'react';
import { useJobs } from '@/session/jobs';
import { useSession } from '@/session/session';
import { jobColour } from '@/ui/jobColour';
import type { MapMarker } from '@/ui/map/RidgeMap';
import { useScheme } from '@/ui/scheme';

import { useFilteredJobs } from '../filters/useFiltered';
import { everywhere, type useCalendarView } from '../useCalendarView';

/** A job that the map can show. */
export type PlacedJob = Job & { latitude: number; longitude: number };

const isPlaced = (job: Job): job is PlacedJob => job.latitude !== null && job.longitude !== null;

type Place = Pick<PlacedJob, 'latitude' | 'longitude'>;

/** Where the map begins while neither the company nor a job has a place. */
const nowhere: Place = { latitude: 0, longitude: 0 };

/** The number in the middle: one job far away does not draw the map after it, as a mean would. */
const middle = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

export const middleOf = (jobs: readonly Place[]): Place =>
  jobs.length === 0
    ? nowhere
    : {
        latitude: middle(jobs.map(({ latitude }) => latitude)),
        longitude: middle(jobs.map(({ longitude }) => longitude)),
      };

/** Where one's own company is, if that is known. */
function useHome(): Place | null {
  const { latitude, longitude } = useSession().company;
  return useMemo(
    () => (latitude == null || longitude == null ? null : { latitude, longitude }),
    [latitude, longitude],
  );
}

/**
 * Where the map begins: at the company. With a city chosen, and for a company whose place is unknown, where the jobs
 * are when the map opens, and again when another city is chosen: a job that moves must not move the map.
 */
function useCenter(placed: readonly PlacedJob[], location: string): Place {
  const home = useHome();
  const [center, setCenter] = useState<{ location: string; at: Place } | null>(null);
  if (placed.length > 0 && center?.location !== location) setCenter({ location, at: middleOf(placed) });
  if (home !== null && location === everywhere) return home;
  return center?.at ?? home ?? nowhere;
}

/** What the search finds is `query`, which may be newer than the address. */
export function useMapJobs(calendar: ReturnType<typeof useCalendarView>, query: string) {
  const { jobs, error, isPending, isFetching, refetch } = useJobs();
  const asked = useDeferredValue(query);
  const { shown, locations } = useFilteredJobs(
    jobs,
    { ...calendar, query: asked },
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
        return { id, latitude, longitude, label: title, done, colour: jobColour(color, scheme, done) };
      }),
    [placed, scheme],
  );
  return {
    placed,
    unplaced,
    markers,
    center,
    locations,
    /** There are jobs, and none of them shows. */
    allHidden: shown.length === 0 && (jobs?.length ?? 0) > 0,
    isPending,
    isFetching,
    failure: jobs === undefined ? error : null,
    tryAgain: () => void refetch(),
  };
}
