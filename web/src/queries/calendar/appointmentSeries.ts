/**
 * Appointments that repeat: the series of an appointment, cached under `['appointmentSeries', id]`, and its changes.
 * Events of appointments refetch it.
 */
import type {
  Appointment,
  AppointmentId,
  AppointmentSeriesForm,
  KeptSeriesAppointment,
  RepeatAppointmentForm,
  RepeatRule,
  Series,
} from '@bindings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { without } from '@/queries/mutations/lists';
import { writeData } from '@/queries/mutations/optimistic';
import { type ApiRequest, sendRequest } from '@/queries/mutations/request';
import { appointmentKeys, storeAppointment } from './appointmentsCache';

export const appointmentSeriesKey = ['appointmentSeries'] as const;

const path = '/api/appointment_series';

/** Marks the query of what a change would do. */
const previewed = 'preview';

/** The series of an appointment, null if it does not repeat. */
export const useAppointmentSeries = (id: AppointmentId) =>
  useQuery({
    queryKey: [...appointmentSeriesKey, id],
    queryFn: async () => (await call<{ series: Series | null }>('GET', `${path}/${id}`)).series,
  });

/** The appointments that would be made, by the server's own answer. Without a rule nothing is asked. */
export const useRepeatedAppointments = (appointment: Appointment, rule: RepeatRule | null) =>
  useQuery({
    queryKey: [...appointmentSeriesKey, previewed, appointment.id, rule],
    queryFn: async () => {
      const body = { appointmentId: appointment.id, ...(rule as RepeatRule), dryRun: true };
      const made = await call<{ appointments: Appointment[] }>('POST', `${path}/create`, body);
      return [appointment, ...made.appointments].map(({ id, start }) => ({ id, day: start }));
    },
    enabled: rule !== null,
    gcTime: 0,
    retry: false,
  });

/** What a change did, or would do: the appointments that it changes, and those that stay as they are. */
export interface ChangedAppointments {
  appointments: Appointment[];
  kept: KeptSeriesAppointment[];
}

/** What a change would do, without doing it, by the server's own answer. Null asks nothing. */
export const useAppointmentsPreview = (change: AppointmentSeriesForm | null) =>
  useQuery({
    queryKey: [...appointmentSeriesKey, previewed, change],
    queryFn: () => call<ChangedAppointments>('POST', `${path}/change`, { ...change, dryRun: true }),
    enabled: change !== null,
    gcTime: 0,
    retry: false,
  });

interface StoppedAppointments {
  deleted: AppointmentId[];
  kept: KeptSeriesAppointment[];
}

/** What becomes of repeating appointments. Each rejects with an `ApiFailure` when refused. */
export function useAppointmentSeriesChanges() {
  const queries = useQueryClient();
  return useMemo(() => {
    const send = async <T>(request: Omit<ApiRequest, 'failureNotice'>): Promise<T> => {
      try {
        return await sendRequest<T>({ ...request, failureNotice: 'notSaved' });
      } finally {
        void queries.invalidateQueries({ queryKey: appointmentKeys.all });
        void queries.invalidateQueries({
          queryKey: appointmentSeriesKey,
          predicate: ({ queryKey }) => queryKey[1] !== previewed,
        });
      }
    };
    const keep = <T extends { appointments: Appointment[] }>(answer: T): T => {
      for (const appointment of answer.appointments) storeAppointment(queries, appointment);
      return answer;
    };
    return {
      repeat: async (body: RepeatAppointmentForm) =>
        keep(await send<{ appointments: Appointment[] }>({ path: `${path}/create`, body })),
      change: async (body: AppointmentSeriesForm) =>
        keep(await send<ChangedAppointments>({ path: `${path}/change`, body })),
      stop: async (appointmentId: AppointmentId) => {
        const answer = await send<StoppedAppointments>({ path: `${path}/stop`, body: { appointmentId } });
        for (const id of answer.deleted)
          writeData<Appointment[]>(queries, appointmentKeys.all, (list) => without(list, id));
        return answer;
      },
    };
  }, [queries]);
}
