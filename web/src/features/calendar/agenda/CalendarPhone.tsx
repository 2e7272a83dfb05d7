import { lazy, Suspense } from 'react';
import { SkeletonCards } from '@/ui/Skeletons';
import { useCalendarView } from '../useCalendarView';
import { Agenda } from './Agenda';
import styles from './Agenda.module.css';
import { LookSwitch } from './LookSwitch';
import { PhoneHeader } from './PhoneHeader';

const PhoneAppointments = lazy(async () => ({
  default: (await import('./PhoneAppointments')).PhoneAppointments,
}));
const CrewsPhone = lazy(async () => ({ default: (await import('../crewLanes/CrewsPhone')).CrewsPhone }));
const PhoneMap = lazy(async () => ({ default: (await import('./PhoneMap')).PhoneMap }));

/** The calendar of a phone: jobs as a list of days, appointments likewise, the map, or who does what on a day. */
export function CalendarPhone() {
  const calendar = useCalendarView();
  const { look } = calendar;
  if (look === 'jobs') return <Agenda calendar={calendar} />;
  const waiting = (
    <div className={`page ${styles.agenda}`}>
      <PhoneHeader calendar={calendar} />
      <LookSwitch calendar={calendar} />
      <SkeletonCards count={3} height={96} />
    </div>
  );
  const Look = { map: PhoneMap, appointments: PhoneAppointments, crews: CrewsPhone }[look];
  return (
    <Suspense fallback={waiting}>
      <Look calendar={calendar} />
    </Suspense>
  );
}
