import { useElementSize } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { Refetching } from '@/ui/Skeletons';

import type { CalendarProps } from './CalendarDesk';
import styles from './CalendarDesk.module.css';
import { CalendarFailure } from './CalendarFailure';
import { CalendarPanel } from './CalendarPanel';
import { CalendarToolbar } from './CalendarToolbar';
import { roomFor, rowsFor, thinned } from './grid/crowding';
import { JobGrid } from './grid/JobGrid';
import { UnscheduledStrip } from './unscheduled/UnscheduledStrip';
import { useCalendarJobs } from './useCalendarJobs';
import { useNeighbours } from './useNeighbours';

/** The bars, the toolbar and the strip around the grid, in px. */
const around = 230;

/** The jobs on their days, and below them the jobs without days. */
export function JobsDesk({ calendar }: CalendarProps) {
  const { view, day, days, show, over } = calendar;
  const navigate = useNavigate();
  const jobs = useCalendarJobs(days, calendar, calendar.panel === 'filters');
  const { onGrid, inStrip } = jobs;
  useNeighbours(view, day, jobs.isLoaded);
  const { ref, height } = useElementSize();
  // Until it is measured, the grid is as high as the window leaves it.
  const rows = rowsFor(view, days, height || window.innerHeight - around);
  const crowd = useMemo(
    () => thinned(onGrid, days, roomFor(view, onGrid.length, rows)),
    [onGrid, days, view, rows],
  );
  const open = useCallback((id: string) => void navigate(over(`event_options/${id}`)), [navigate, over]);
  const showDay = useCallback((crowded: string) => show({ view: 'day', day: crowded }), [show]);
  const cardOf = useCallback((id: string) => inStrip.find((job) => job.id === id), [inStrip]);

  return (
    <>
      <CalendarPanel calendar={calendar} locations={jobs.locations} />
      <div className={styles.main}>
        <CalendarToolbar calendar={calendar} />
        <Refetching when={jobs.isFetching} />
        <CalendarFailure failure={jobs.failure} tryAgain={jobs.tryAgain} />
        <div ref={ref} className={styles.grid} aria-busy={jobs.isPending} data-print="calendar">
          <JobGrid
            crowd={crowd}
            rows={rows}
            view={view}
            day={day}
            onOpen={open}
            onCrowded={showDay}
            cardOf={cardOf}
          />
        </div>
        <UnscheduledStrip jobs={inStrip} calendar={calendar} onOpen={open} />
      </div>
    </>
  );
}
