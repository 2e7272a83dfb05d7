import { useElementSize } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { m } from '@/i18n';
import { Refetching } from '@/ui/Skeletons';

import styles from './CalendarDesk.module.css';
import { CalendarFailure } from './CalendarFailure';
import { CalendarToolbar } from './CalendarToolbar';
import { Filters } from './filters/Filters';
import { roomFor, rowsFor, thinned } from './grid/crowding';
import { JobGrid } from './grid/JobGrid';
import { IconRail } from './IconRail';
import { UnscheduledStrip } from './unscheduled/UnscheduledStrip';
import { useCalendarJobs } from './useCalendarJobs';
import { useCalendarView } from './useCalendarView';
import { useNeighbours } from './useNeighbours';

/** The bars, the toolbar and the strip around the grid, in px. */
const around = 230;

export function CalendarDesk() {
  const calendar = useCalendarView();
  const { view, day, days, show, over } = calendar;
  const navigate = useNavigate();
  const jobs = useCalendarJobs(days, calendar, calendar.filtersOpen);
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
    <div className={styles.calendar}>
      <IconRail calendar={calendar} />
      {calendar.filtersOpen && (
        <aside className={styles.panel} aria-label={m.calendar_filters()}>
          <Filters calendar={calendar} locations={jobs.locations} />
        </aside>
      )}
      <div className={styles.main}>
        <CalendarToolbar calendar={calendar} />
        <Refetching when={jobs.isFetching} />
        <CalendarFailure failure={jobs.failure} tryAgain={jobs.tryAgain} />
        <div ref={ref} className={styles.grid} aria-busy={jobs.isPending}>
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
    </div>
  );
}
