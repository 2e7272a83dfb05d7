import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { RidgeMap } from '@/components/map/RidgeMap';
import { m } from '@/i18n';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { SearchField } from '@/ui/inputs/SearchField';

import { CalendarFailure } from '../CalendarFailure';
import { NoMatches } from '../filters/NoMatches';
import type { StatusFilter, useCalendarView } from '../useCalendarView';
import styles from './JobMap.module.css';
import { JobMapCard } from './JobMapCard';
import { MapLegend } from './MapLegend';
import { MapList } from './MapList';
import { UnlocatedJobs } from './UnlocatedJobs';
import { useDebouncedParam } from './useDebouncedParam';
import { useMapJobs } from './useMapJobs';

/** The zoom of a map without jobs. */
const zoom = 8;

type Calendar = ReturnType<typeof useCalendarView>;

/** The state of the map and its list: the jobs found, the selected job, and how a job opens. */
export function useJobMap(calendar: Calendar) {
  const { show, over } = calendar;
  const navigate = useNavigate();
  const [pin, choose] = useDebouncedParam(calendar.pin, (next) => show({ pin: next }));
  const [query, find] = useDebouncedParam(calendar.query, (next) => show({ query: next }));
  const jobs = useMapJobs(calendar, query);
  const [noMap, setNoMap] = useState(false);
  const open = useCallback((id: string) => void navigate(over(`event_options/${id}`)), [navigate, over]);
  const chosen = jobs.placed.find(({ id }) => id === pin);
  return { calendar, jobs, pin, choose, query, find, open, chosen, noMap, setNoMap };
}

export type JobMapState = ReturnType<typeof useJobMap>;

/** The map with its markers, and a card for the selected job. */
export function JobMapView({ state }: { state: JobMapState }) {
  const { calendar, jobs, pin, choose, open, chosen, setNoMap } = state;
  // Without jobs there are no bounds yet, and the map would jump when they load.
  if (jobs.isPending) return <div className={styles.map} aria-busy />;
  return (
    <div className={styles.map} data-chosen={chosen !== undefined || undefined}>
      <RidgeMap
        className={styles.picture}
        center={jobs.center}
        zoom={zoom}
        bounds={jobs.bounds}
        markers={jobs.markers}
        label={m.calendar_jobMap()}
        onOpen={open}
        selected={pin ?? undefined}
        follows
        card={
          chosen && <JobMapCard job={chosen} calendar={calendar} onOpen={open} onClose={() => choose(null)} />
        }
        onNone={() => setNoMap(true)}
        instead={m.calendar_listFills()}
      />
      {!state.noMap && <MapLegend areas={jobs.markers.some(({ radius }) => radius !== undefined)} />}
    </div>
  );
}

function StatusChoice({ calendar }: { calendar: Calendar }) {
  return (
    <SegmentedControl
      fullWidth
      aria-label={m.calendar_status()}
      value={calendar.status}
      onChange={(next) => calendar.show({ status: next as StatusFilter })}
      data={[
        { value: 'all', label: m.calendar_statusAll() },
        { value: 'active', label: m.calendar_statusActive() },
        { value: 'completed', label: m.calendar_statusCompleted() },
      ]}
    />
  );
}

interface JobMapListProps {
  state: JobMapState;
  /** Shown above the list. */
  head: ReactNode;
  /** True if the status can be chosen here; a phone has it in its filters sheet. */
  withStatus?: boolean;
}

/** The list: search, the jobs on the map, and the jobs without a location. */
export function JobMapList({ state, head, withStatus = false }: JobMapListProps) {
  const { calendar, jobs, pin, choose, query, find, open, noMap } = state;
  const { placed, unplaced } = jobs;
  return (
    <>
      {head}
      <div className={styles.tools}>
        {withStatus && <StatusChoice calendar={calendar} />}
        <SearchField
          label={m.calendar_findJobs()}
          placeholder={m.calendar_findJobs()}
          query={query}
          setQuery={find}
        />
      </div>
      <CalendarFailure failure={jobs.failure} tryAgain={jobs.tryAgain} />
      <NoMatches calendar={calendar} when={jobs.allHidden} />
      {jobs.isPending && <SkeletonCards count={6} height={52} />}
      {placed.length > 0 ? (
        <MapList jobs={placed} selected={pin} onSelect={choose} onOpen={open} opensAtOnce={noMap} />
      ) : (
        <p className={styles.none}>
          {!jobs.isPending && !jobs.allHidden && jobs.failure === null && m.calendar_noneOnMap()}
        </p>
      )}
      <UnlocatedJobs jobs={unplaced} calendar={calendar} />
    </>
  );
}
