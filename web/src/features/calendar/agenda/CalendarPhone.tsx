import { Suspense } from 'react';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { lazyPart } from '@/ui/loading/lazyPart';
import { useCalendarView } from '../useCalendarView';
import { Agenda } from './Agenda';
import styles from './Agenda.module.css';
import { ModeSwitch } from './ModeSwitch';
import { PhoneHeader } from './PhoneHeader';

const PhoneAppointments = lazyPart(async () => (await import('./PhoneAppointments')).PhoneAppointments);
const CrewsPhone = lazyPart(async () => (await import('../crewLanes/CrewsPhone')).CrewsPhone);
const PhoneMap = lazyPart(async () => (await import('./PhoneMap')).PhoneMap);

/** The calendar on a phone: jobs or appointments as a list of days, the map, or the crews of a day. */
export function CalendarPhone() {
  const calendar = useCalendarView();
  const { mode } = calendar;
  if (mode === 'jobs') return <Agenda calendar={calendar} />;
  const waiting = (
    <div className={`page ${styles.agenda}`}>
      <PhoneHeader calendar={calendar} />
      <ModeSwitch calendar={calendar} />
      <SkeletonCards count={3} height={96} />
    </div>
  );
  const View = { map: PhoneMap, appointments: PhoneAppointments, crews: CrewsPhone }[mode];
  return (
    <Suspense fallback={waiting}>
      <View calendar={calendar} />
    </Suspense>
  );
}
