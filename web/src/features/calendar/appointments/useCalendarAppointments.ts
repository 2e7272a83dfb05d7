/** The appointments of the calendar on the company's clock, without those that filters and hidden calendars hide. */
import type { Appointment } from '@bindings';
import { useMemo } from 'react';
import { useAppointments } from '@/queries/calendar/appointments';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { dayOfWall, minutesFrom, wallOf, wallPlus } from '@/ui/dates/wallTime';

import type { Days } from '../calendarDays';
import { useFilteredAppointments } from '../filters/useFiltered';
import type { FilterState } from '../useCalendarView';

/** An appointment, and its position in the company's time zone. */
export interface TimedAppointment {
  appointment: Appointment;
  /** `YYYY-MM-DDTHH:MM` on the company's clock. */
  start: string;
  end: string;
  /** Where it ends in the grid. */
  drawnEnd: string;
  minutes: number;
}

/**
 * Within a day, its height in the grid is its length, also in the nights in which the clocks change: an hour from 1:30
 * that ends at the repeated 1:30 would otherwise be only a line.
 */
export function timed(appointment: Appointment, zone: string): TimedAppointment {
  const start = wallOf(appointment.start, zone);
  const end = wallOf(appointment.end, zone);
  const minutes = minutesFrom(appointment.start, appointment.end);
  const drawnEnd = dayOfWall(start) === dayOfWall(end) ? wallPlus(start, minutes) : end;
  return { appointment, start, end, drawnEnd, minutes };
}

const byStart = (a: TimedAppointment, b: TimedAppointment) =>
  a.appointment.start.localeCompare(b.appointment.start) || a.appointment.id.localeCompare(b.appointment.id);

export function useCalendarAppointments(days: Days, by: FilterState, withLocations: boolean) {
  const { appointments, isPending, isFetching, error, refetch } = useAppointments();
  const zone = useCompanyZone();
  const { status, location, from, to, hidden } = by;
  const { shown, locations } = useFilteredAppointments(
    appointments,
    { status, location, from, to, hidden },
    withLocations,
    zone,
  );
  const all = useMemo(() => shown.map((appointment) => timed(appointment, zone)), [shown, zone]);
  const onDays = useMemo(
    () =>
      all
        .filter(({ start, end }) => dayOfWall(start) <= days.to && dayOfWall(end) >= days.from)
        .sort(byStart),
    [all, days],
  );
  return {
    /** Those of the visible days, the earliest first. */
    onDays,
    /** True if filters or hidden calendars hide some. */
    someHidden: shown.length < (appointments?.length ?? 0),
    locations,
    zone,
    isPending,
    isFetching,
    failure: appointments === undefined ? error : null,
    tryAgain: () => void refetch(),
  };
}
