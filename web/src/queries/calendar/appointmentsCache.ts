/** The query keys of appointments, and how responses are written to the cache. */
import type { Appointment } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';

export const appointmentKeys = {
  all: ['appointments'] as const,
  /** Pending changes. */
  change: ['appointments', 'change'] as const,
};

/** The appointment as in the last response, without pending changes. */
export const cachedAppointment = (queries: QueryClient, appointment: Appointment): Appointment =>
  queries.getQueryData<Appointment[]>(appointmentKeys.all)?.find(({ id }) => id === appointment.id) ??
  appointment;

/**
 * Writes a response to the list. Older requests that are still running are canceled: they would restore the old
 * state.
 */
export function storeAppointment(queries: QueryClient, change: (list: Appointment[]) => Appointment[]): void {
  void queries.cancelQueries({
    queryKey: appointmentKeys.all,
    predicate: ({ state }) => state.data !== undefined,
  });
  queries.setQueryData<Appointment[]>(appointmentKeys.all, (list) => list && change(list));
}

export const withOne = (appointment: Appointment) => (list: Appointment[]) => {
  const at = list.findIndex(({ id }) => id === appointment.id);
  return at < 0 ? [...list, appointment] : list.with(at, appointment);
};

/** What waited is stored. */
export function storeQueuedAppointment(queries: QueryClient, appointment: Appointment): void {
  storeAppointment(queries, withOne(appointment));
  void queries.invalidateQueries({ queryKey: appointmentKeys.all });
}
