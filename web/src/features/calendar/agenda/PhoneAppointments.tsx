import { useMemo, useRef } from 'react';
import { m } from '@/i18n';
import { dayOfWall } from '@/session/wallTime';
import { AppointmentsAgenda } from '../appointments/AppointmentsAgenda';
import { useAppointmentDrag } from '../appointments/useAppointmentDrag';
import { useCalendarAppointments } from '../appointments/useCalendarAppointments';
import { everyDay, shownDays } from '../calendarDays';
import type { useCalendarView } from '../useCalendarView';
import styles from './Agenda.module.css';
import { AgendaChips } from './AgendaChips';
import { LookSwitch } from './LookSwitch';
import { PhoneHeader } from './PhoneHeader';
import { PhoneSheets } from './PhoneSheets';

/** The appointments of a phone under the week they stand in. */
export function PhoneAppointments({ calendar }: { calendar: ReturnType<typeof useCalendarView> }) {
  const { day } = calendar;
  const days = useMemo(() => shownDays('week', day), [day]);
  const { onDays, zone, locations } = useCalendarAppointments(days, calendar, calendar.panel === 'filters');
  const load = useMemo(() => {
    const on = (each: string) =>
      onDays.filter(({ start, end }) => dayOfWall(start) <= each && each <= dayOfWall(end)).length;
    return new Map(everyDay(days).map((each) => [each, on(each)]));
  }, [onDays, days]);
  const list = useRef<HTMLDivElement>(null);
  const { hand, carried } = useAppointmentDrag(list, onDays, zone);
  return (
    <div className={`page ${styles.agenda}`}>
      <PhoneHeader
        calendar={calendar}
        load={load}
        inWords={(count) => m.appointments_count({ count })}
        over={hand.lifted?.over ?? null}
      />
      <LookSwitch calendar={calendar} />
      <AgendaChips calendar={calendar} />
      <AppointmentsAgenda calendar={calendar} list={list} hand={hand} />
      {carried}
      <PhoneSheets calendar={calendar} locations={locations} />
    </div>
  );
}
