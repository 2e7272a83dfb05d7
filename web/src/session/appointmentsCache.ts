/** Where the query cache keeps appointments, and how an answer of the server gets there. */
import type { Appointment } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';

export const appointmentKeys = {
  all: ['appointments'] as const,
  /** Changes that are on their way. */
  change: ['appointments', 'change'] as const,
};

/** As the server told it last, without what is on its way. */
export const toldOf = (queries: QueryClient, appointment: Appointment): Appointment =>
  queries.getQueryData<Appointment[]>(appointmentKeys.all)?.find(({ id }) => id === appointment.id) ??
  appointment;

/** Writes an answer into the list. What was asked for before it would bring back the former state. */
export function keep(queries: QueryClient, change: (list: Appointment[]) => Appointment[]): void {
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
export function appointmentTaken(queries: QueryClient, appointment: Appointment): void {
  keep(queries, withOne(appointment));
  void queries.invalidateQueries({ queryKey: appointmentKeys.all });
}
