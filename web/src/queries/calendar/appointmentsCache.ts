/** The query keys of appointments, and how responses are written to the cache. */
import type { Appointment } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { withOne } from '@/queries/mutations/lists';
import { writeData } from '@/queries/mutations/optimistic';

export const appointmentKeys = {
  all: ['appointments'] as const,
  /** Pending changes. */
  change: ['appointments', 'change'] as const,
};

/** The appointment as in the last response, without pending changes. */
export const cachedAppointment = (queries: QueryClient, appointment: Appointment): Appointment =>
  queries.getQueryData<Appointment[]>(appointmentKeys.all)?.find(({ id }) => id === appointment.id) ??
  appointment;

/** Writes a response to the list. */
export const storeAppointment = (queries: QueryClient, appointment: Appointment): void =>
  writeData<Appointment[]>(queries, appointmentKeys.all, (list) => withOne(list, appointment));

/** A queued change was stored. */
export function storeQueuedAppointment(queries: QueryClient, appointment: Appointment): void {
  storeAppointment(queries, appointment);
  void queries.invalidateQueries({ queryKey: appointmentKeys.all });
}
