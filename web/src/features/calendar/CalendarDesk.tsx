import { lazy, Suspense } from 'react';
import { SkeletonCards } from '@/ui/Skeletons';

import styles from './CalendarDesk.module.css';
import { IconRail } from './IconRail';
import { JobsDesk } from './JobsDesk';
import { type Look, useCalendarView } from './useCalendarView';

export type CalendarProps = { calendar: ReturnType<typeof useCalendarView> };

/** What stands beside the rail. Jobs are what most come for; the other looks are fetched when first chosen. */
const desks: Record<Look, React.ComponentType<CalendarProps>> = {
  jobs: JobsDesk,
  appointments: lazy(async () => ({
    default: (await import('./appointments/AppointmentsDesk')).AppointmentsDesk,
  })),
  map: lazy(async () => ({ default: (await import('./map/MapDesk')).MapDesk })),
  crews: lazy(async () => ({ default: (await import('./crewLanes/CrewsDesk')).CrewsDesk })),
};

/** The calendar on a desktop: the rail of views and tools, and the view that is chosen. */
export function CalendarDesk() {
  const calendar = useCalendarView();
  const Desk = desks[calendar.look];
  return (
    <div className={styles.calendar}>
      <IconRail calendar={calendar} />
      <Suspense fallback={<SkeletonCards count={3} height={160} />}>
        <Desk calendar={calendar} />
      </Suspense>
    </div>
  );
}
