import type { Appointment, Job } from '@bindings';
import { useMemo } from 'react';

/** The number of items on each calendar, by its id, and on no calendar. */
export interface OnCalendars {
  on: ReadonlyMap<string, number>;
  onNone: number;
}

function counted(entries: Iterable<readonly { calendarId: string }[]>): OnCalendars {
  const on = new Map<string, number>();
  let onNone = 0;
  for (const assignments of entries) {
    if (assignments.length === 0) onNone += 1;
    for (const { calendarId } of assignments) on.set(calendarId, (on.get(calendarId) ?? 0) + 1);
  }
  return { on, onNone };
}

/** Counts the jobs of each calendar; undefined until they have loaded. */
export const useJobsOnCalendars = (jobs: readonly Job[] | undefined): OnCalendars | undefined =>
  useMemo(() => jobs && counted(jobs.map(({ calendarAssignments }) => calendarAssignments)), [jobs]);

/**
 * Counts the appointments of each calendar; undefined until they have loaded, or for companies without appointments.
 */
export const useAppointmentsOnCalendars = (
  appointments: readonly Appointment[] | undefined,
): OnCalendars | undefined =>
  useMemo(
    () =>
      appointments &&
      counted(appointments.map(({ appointmentCalendarAssignments }) => appointmentCalendarAssignments)),
    [appointments],
  );
