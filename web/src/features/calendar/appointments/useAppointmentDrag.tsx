import { type PointerEvent, type RefObject, useCallback, useMemo } from 'react';
import { m } from '@/i18n';
import { useWhyUnmoved } from '@/session/appointments';
import { shortDay } from '@/ui/days';
import { useJobColour } from '@/ui/jobColour';
import { rangeText } from '@/ui/times';

import { LiftedCard } from '../agenda/LiftedCard';
import { type Lifted, type Target, useCardDrag } from '../agenda/useCardDrag';
import { daysBetween } from '../calendarDays';
import { useRefusedDrags } from '../grid/useRefusedDrags';
import { customerOf } from './appointmentWords';
import { daysOn, useAppointmentMoves } from './useAppointmentMoves';
import type { TimedAppointment } from './useCalendarAppointments';

/** What the list of appointments needs so that its cards can be carried. */
export interface AppointmentHand {
  lifted: Lifted | null;
  mayLift: (id: string) => boolean;
  onPointerDown: (down: PointerEvent<HTMLElement>) => void;
}

/** Cards of appointments that are carried to another day keep their hour. What follows the finger is `carried`. */
export function useAppointmentDrag(
  list: RefObject<HTMLElement | null>,
  onDays: readonly TimedAppointment[],
  zone: string,
) {
  const paint = useJobColour();
  const whyUnmoved = useWhyUnmoved();
  const { move } = useAppointmentMoves();
  const known = useMemo(
    () => new Map(onDays.map(({ appointment }) => [appointment.id, appointment])),
    [onDays],
  );
  const whyNot = useCallback(
    (id: string) => {
      const appointment = known.get(id);
      return appointment === undefined ? null : (whyUnmoved(appointment.status)?.message ?? null);
    },
    [known, whyUnmoved],
  );
  const mayLift = useCallback((id: string) => known.has(id) && whyNot(id) === null, [known, whyNot]);
  const drop = useCallback(
    (id: string, from: string, to: Target) => {
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
  const refuse = useRefusedDrags(whyNot, 'appointment');
  const onPointerDown = useCallback(
    (down: PointerEvent<HTMLElement>) => {
      refuse(down);
      press(down);
    },
    [refuse, press],
  );

  const appointment = lifted === null ? undefined : known.get(lifted.id);
  const carried = lifted !== null && appointment !== undefined && (
    <LiftedCard
      title={customerOf(appointment)}
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
