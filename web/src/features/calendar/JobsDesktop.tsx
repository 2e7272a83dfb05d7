import { useElementSize } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useAssigneeDays } from '@/components/planning/useAssigneeDays';
import { RoofWeather } from '@/components/planning/weather/RoofWeather';
import { ClosedDaysList } from './availability/ClosedDaysList';
import { useClosedDays } from './availability/useClosedDays';
import { useKeepLength } from './availability/useKeepLength';
import styles from './CalendarDesktop.module.css';
import { CalendarFrame } from './CalendarFrame';
import type { CalendarProps } from './calendarProps';
import { useDayMenu } from './dayMenu/useDayMenu';
import { NoMatches } from './filters/NoMatches';
import { limitJobsPerDay, maxJobsPerDay, rowsPerDay } from './grid/dayOverflow';
import { JobGrid } from './grid/JobGrid';
import { useKeyboardMoves } from './grid/useKeyboardMoves';
import { UnscheduledStrip } from './unscheduled/UnscheduledStrip';
import { useCalendarJobs } from './useCalendarJobs';
import { useFrozenDuringDrag } from './useFrozenDuringDrag';
import { usePrefetchAdjacent } from './usePrefetchAdjacent';

/** The height of the bars, the toolbar and the strip around the grid, in px. */
const around = 230;

/** The scheduled jobs in the grid, and the unscheduled ones in the strip below. */
export function JobsDesktop({ calendar }: CalendarProps) {
  const { view, day, days, show, over } = calendar;
  const navigate = useNavigate();
  const jobs = useCalendarJobs(days, calendar, calendar.panel === 'filters');
  // Frozen: a strip that shrinks during a drag would move the days under the pointer.
  const inStrip = useFrozenDuringDrag(jobs.inStrip);
  const follow = useCallback((next: string) => show({ day: next }), [show]);
  const explain = useCallback(() => show({ panel: 'filters' }), [show]);
  const findDays = useAssigneeDays(days);
  const closed = useClosedDays(days);
  const keepLength = useKeepLength();
  const keyboard = useKeyboardMoves({ jobs: jobs.onGrid, days, follow, explain, findDays, keepLength });
  const { jobs: onGrid, held } = keyboard;
  usePrefetchAdjacent(view, day, jobs.isLoaded);
  const { ref, height } = useElementSize();
  // Until it is measured, the grid gets the remaining height of the window.
  const rows = rowsPerDay(view, days, height || window.innerHeight - around);
  const crowd = useMemo(
    () => limitJobsPerDay(onGrid, days, maxJobsPerDay(view, onGrid.length, rows), held),
    [onGrid, days, view, rows, held],
  );
  const open = useCallback((id: string) => void navigate(over(`event_options/${id}`)), [navigate, over]);
  const showDay = useCallback((crowded: string) => show({ view: 'day', day: crowded }), [show]);
  const dayMenu = useDayMenu({ calendar });
  const cardOf = useCallback((id: string) => inStrip.find((job) => job.id === id), [inStrip]);

  return (
    <RoofWeather jobs={jobs.onGrid}>
      <CalendarFrame calendar={calendar} {...jobs}>
        <NoMatches calendar={calendar} when={jobs.allHidden} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the bars inside take the focus; their keys bubble up. */}
        <div
          ref={ref}
          role="presentation"
          className={styles.grid}
          aria-busy={jobs.isPending}
          data-print="calendar"
          onKeyDown={keyboard.onKeyDown}
          onFocus={keyboard.onFocus}
          onContextMenu={dayMenu.onContextMenu}
        >
          <JobGrid
            crowd={crowd}
            rows={rows}
            view={view}
            day={day}
            held={held}
            closed={closed}
            findDays={findDays}
            keepLength={keepLength}
            onOpen={open}
            onCrowded={showDay}
            cardOf={cardOf}
          />
        </div>
        {dayMenu.menu}
        <span className="spoken" role="status">
          {keyboard.said}
        </span>
        <ClosedDaysList closed={closed} />
        <UnscheduledStrip jobs={inStrip} calendar={calendar} onOpen={open} />
      </CalendarFrame>
    </RoofWeather>
  );
}
