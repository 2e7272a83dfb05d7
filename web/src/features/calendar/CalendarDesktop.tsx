import { Suspense } from 'react';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { lazyPart } from '@/ui/loading/lazyPart';
import styles from './CalendarDesktop.module.css';
import type { CalendarProps } from './calendarProps';
import { IconRail } from './IconRail';
import { JobsDesktop } from './JobsDesktop';
import { type CalendarMode, useCalendarView } from './useCalendarView';

/** The component of each mode. Jobs is the most common mode; the others are loaded lazily. */
const modeComponents: Record<CalendarMode, React.ComponentType<CalendarProps>> = {
  jobs: JobsDesktop,
  appointments: lazyPart(
    async () => (await import('./appointments/AppointmentsDesktop')).AppointmentsDesktop,
  ),
  map: lazyPart(async () => (await import('./map/MapDesktop')).MapDesktop),
  crews: lazyPart(async () => (await import('./crewLanes/CrewsDesktop')).CrewsDesktop),
};

/** The calendar on a desktop: the rail of views and tools, and the selected view. */
export function CalendarDesktop() {
  const calendar = useCalendarView();
  const ModeComponent = modeComponents[calendar.mode];
  return (
    <div className={styles.calendar}>
      <IconRail calendar={calendar} />
      <Suspense fallback={<SkeletonCards count={3} height={160} />}>
        <ModeComponent calendar={calendar} />
      </Suspense>
    </div>
  );
}
