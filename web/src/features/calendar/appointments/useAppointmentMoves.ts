import type { Appointment } from '@bindings';
import type { EventApi } from '@fullcalendar/react';
import { useMemo } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { notice } from '@/i18n';
import { useAppointmentChanges } from '@/queries/calendar/appointments';
import { instantOf, minutesFrom, wallOf, wallPlus } from '@/ui/dates/wallTime';
import { appointmentEnd } from '@/wasm/rules';

const minutesOfDay = 24 * 60;

/** The grid calculates in UTC: its displayed times are the company's wall times. */
export const wallTimeIn = (shown: Date): string => shown.toISOString().slice(0, 16);

const length = ({ start, end }: EventApi): number =>
  start === null || end === null ? 0 : (end.getTime() - start.getTime()) / 60_000;

/**
 * The new instants after a drag or a resize in the grid. A drag keeps the duration, also across a change of the
 * clocks; a resize adds the difference.
 */
export function droppedTimes(
  appointment: Appointment,
  now: EventApi,
  before: EventApi,
  zone: string,
): { start: string; end: string } | null {
  if (now.start === null) return null;
  const moved = now.start.getTime() !== before.start?.getTime();
  // Only the instant resolves an ambiguous hour.
  const start = moved ? instantOf(wallTimeIn(now.start), zone) : appointment.start;
  const minutes = minutesFrom(appointment.start, appointment.end) + length(now) - length(before);
  const end = start === null ? undefined : appointmentEnd(start, minutes);
  return start === null || end === undefined ? null : { start, end };
}

/**
 * The instants of an appointment that was moved by some days: at the same time on the company's clock, and with the
 * same length.
 */
export function daysOn(
  { start, end }: Pick<Appointment, 'start' | 'end'>,
  days: number,
  zone: string,
): { start: string; end: string } | null {
  const begins = instantOf(wallPlus(wallOf(start, zone), days * minutesOfDay), zone);
  const ends = begins === null ? undefined : appointmentEnd(begins, minutesFrom(start, end));
  return begins === null || ends === undefined ? null : { start: begins, end: ends };
}

/** Reschedules appointments by the domain's rules. Each move returns whether it succeeded. */
export function useAppointmentMoves() {
  const { schedule } = useAppointmentChanges();
  return useMemo(
    () => ({
      move: (appointment: Appointment, start: string, end: string) =>
        runWithToast(() => schedule(appointment, start, end), notice('appointmentUpdated')),
    }),
    [schedule],
  );
}
