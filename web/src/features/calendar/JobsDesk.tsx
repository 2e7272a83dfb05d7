import { useElementSize } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { Refetching } from '@/ui/Skeletons';

import type { CalendarProps } from './CalendarDesk';
import styles from './CalendarDesk.module.css';
import { CalendarFailure } from './CalendarFailure';
import { CalendarPanel } from './CalendarPanel';
import { CalendarToolbar } from './CalendarToolbar';
import { NothingLeft } from './filters/NothingLeft';
import { roomFor, rowsFor, thinned } from './grid/crowding';
import { JobGrid } from './grid/JobGrid';
import { useKeyboardMoves } from './grid/useKeyboardMoves';
import { UnscheduledStrip } from './unscheduled/UnscheduledStrip';
import { useCalendarJobs } from './useCalendarJobs';
import { useNeighbours } from './useNeighbours';
import { useStillInHand } from './useStillInHand';

/** The bars, the toolbar and the strip around the grid, in px. */
const around = 230;

/** The jobs on their days, and below them the jobs without days. */
export function JobsDesk({ calendar }: CalendarProps) {
  const { view, day, days, show, over } = calendar;
  const navigate = useNavigate();
  const jobs = useCalendarJobs(days, calendar, calendar.panel === 'filters');
  // A strip that becomes lower under a drag would move the days away from the hand.
  const inStrip = useStillInHand(jobs.inStrip);
  const follow = useCallback((next: string) => show({ day: next }), [show]);
  const explain = useCallback(() => show({ panel: 'filters' }), [show]);
  const keyboard = useKeyboardMoves({ jobs: jobs.onGrid, days, follow, explain });
  const { jobs: onGrid, held } = keyboard;
  useNeighbours(view, day, jobs.isLoaded);
  const { ref, height } = useElementSize();
  // Until it is measured, the grid is as high as the window leaves it.
  const rows = rowsFor(view, days, height || window.innerHeight - around);
  const crowd = useMemo(
    () => thinned(onGrid, days, roomFor(view, onGrid.length, rows), held),
    [onGrid, days, view, rows, held],
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
        <NothingLeft calendar={calendar} when={jobs.allHidden} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the bars inside take the focus; their keys come up here. */}
        <div
          ref={ref}
          role="presentation"
          className={styles.grid}
          aria-busy={jobs.isPending}
          data-print="calendar"
          onKeyDown={keyboard.onKeyDown}
          onFocus={keyboard.onFocus}
        >
          <JobGrid
            crowd={crowd}
            rows={rows}
            view={view}
            day={day}
            held={held}
            onOpen={open}
            onCrowded={showDay}
            cardOf={cardOf}
          />
        </div>
        <span className="spoken" role="status">
          {keyboard.said}
        </span>
        <UnscheduledStrip jobs={inStrip} calendar={calendar} onOpen={open} />
      </div>
    </>
  );
}
