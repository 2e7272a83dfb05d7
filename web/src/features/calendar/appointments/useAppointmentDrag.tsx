import { type PointerEvent, type RefObject, useCallback, useMemo } from 'react';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import { useMoveLock } from '@/queries/calendar/appointments';
import { rangeText } from '@/ui/dates/times';
import { useJobColor } from '@/ui/jobs/jobColor';

import { DraggedCard } from '../agenda/DraggedCard';
import { type DraggedState, type DropTarget, useCardDrag } from '../agenda/useCardDrag';
import { daysBetween } from '../calendarDays';
import { useBlockedDrags } from '../grid/useBlockedDrags';
import { appointmentCustomer } from './appointmentText';
import { daysOn, useAppointmentMoves } from './useAppointmentMoves';
import type { TimedAppointment } from './useCalendarAppointments';

/** What the list of appointments needs to make its cards draggable. */
export interface AppointmentDrag {
  lifted: DraggedState | null;
  mayLift: (id: string) => boolean;
  onPointerDown: (down: PointerEvent<HTMLElement>) => void;
}

/** Appointments that are dragged to another day keep their time. `carried` is the dragged card. */
export function useAppointmentDrag(
  list: RefObject<HTMLElement | null>,
  onDays: readonly TimedAppointment[],
  zone: string,
) {
  const paint = useJobColor();
  const moveLock = useMoveLock();
  const { move } = useAppointmentMoves();
  const known = useMemo(
    () => new Map(onDays.map(({ appointment }) => [appointment.id, appointment])),
    [onDays],
  );
  const whyNot = useCallback(
    (id: string) => {
      const appointment = known.get(id);
      return appointment === undefined ? null : (moveLock(appointment.status)?.message ?? null);
    },
    [known, moveLock],
  );
  const mayLift = useCallback((id: string) => known.has(id) && whyNot(id) === null, [known, whyNot]);
  const drop = useCallback(
    (id: string, from: string, to: DropTarget) => {
      const appointment = known.get(id);
      if (appointment === undefined || to === 'unscheduled') return;
      const times = daysOn(appointment, daysBetween(from, to.day), zone);
      if (times !== null) void move(appointment, times.start, times.end);
    },
    [known, move, zone],
  );
  const {
    lifted,
    ghost,
    onPointerDown: press,
  } = useCardDrag(list, { dragged: 'appointment', mayLift, drop });
  const refuse = useBlockedDrags(whyNot, 'appointment');
  const onPointerDown = useCallback(
    (down: PointerEvent<HTMLElement>) => {
      refuse(down);
      press(down);
    },
    [refuse, press],
  );

  const appointment = lifted === null ? undefined : known.get(lifted.id);
  const carried = lifted !== null && appointment !== undefined && (
    <DraggedCard
      title={appointmentCustomer(appointment)}
      fill={paint(appointment.color).fill}
      lifted={lifted}
      ghost={ghost}
      hint={m.appointments_dropHint()}
      dropped={(to) => {
        const times = daysOn(appointment, daysBetween(lifted.day, to), zone);
        return times === null ? '' : `${shortDay(to)}, ${rangeText(times.start, times.end, zone)}`;
      }}
    />
  );
  return { hand: { lifted, mayLift, onPointerDown }, carried };
}
