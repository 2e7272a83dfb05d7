import { useMemo, useRef } from 'react';
import { m } from '@/i18n';
import { dayOfWall } from '@/ui/dates/wallTime';
import { AppointmentsAgenda } from '../appointments/AppointmentsAgenda';
import { useAppointmentDrag } from '../appointments/useAppointmentDrag';
import { useCalendarAppointments } from '../appointments/useCalendarAppointments';
import { daysIn, shownDays } from '../calendarDays';
import type { useCalendarView } from '../useCalendarView';
import styles from './Agenda.module.css';
import { PhoneHeader } from './PhoneHeader';
import { PhoneSheets } from './PhoneSheets';
import { PhoneTools } from './PhoneTools';

/** The appointments on a phone, below a strip with their week. */
export function PhoneAppointments({ calendar }: { calendar: ReturnType<typeof useCalendarView> }) {
  const { day } = calendar;
  const days = useMemo(() => shownDays('week', day), [day]);
  const { onDays, zone, locations } = useCalendarAppointments(days, calendar, calendar.panel === 'filters');
  const load = useMemo(() => {
    const on = (each: string) =>
      onDays.filter(({ start, end }) => dayOfWall(start) <= each && each <= dayOfWall(end)).length;
    return new Map(daysIn(days).map((each) => [each, on(each)]));
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
      <PhoneTools calendar={calendar} />
      <AppointmentsAgenda calendar={calendar} list={list} hand={hand} />
      {carried}
      <PhoneSheets calendar={calendar} locations={locations} />
    </div>
  );
}
