/**
 * The appointments of a contractor, for every screen that shows or changes them. The list is cached under
 * `['appointments']`; pending changes are applied while it is read (see `optimisticAppointments.ts`), so a change
 * shows at once, and a failed one reverts its own fields and nothing else. Changes of one appointment reach the
 * server one after the other. A change that fails rejects with an `ApiFailure` whose `message` is ready for
 * `popup.oops`.
 */
import type {
  Appointment,
  AppointmentCalendarAssignment,
  AppointmentId,
  CalendarId,
  CreateAppointment,
  EditAppointment,
  FieldError,
  Notice,
} from '@bindings';
import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { callList, shareRows } from '@/api/listDelta';
import { useSession } from '@/queries/accounts/session';
import { polling } from '@/queries/live/polling';
import { applyChanges, patched, without } from '@/queries/mutations/lists';
import { runOptimistic, usePendingChanges, writeData } from '@/queries/mutations/optimistic';
import { type ApiRequest, assertAllowed, explainFailure, sendRequest } from '@/queries/mutations/request';
import type { Queued } from '@/queries/offline/outbox';
import { sendOrQueue } from '@/queries/offline/sendOrQueue';
import { rescheduleAppointment } from '@/wasm/rules';
import { appointmentKeys, storeAppointment } from './appointmentsCache';
import {
  type AppointmentChange,
  type AppointmentPatch,
  type AppointmentPeople,
  calendarPatch,
  detailsPatch,
} from './optimisticAppointments';
import { appointmentAfterQueue, asDone, useQueuedChanges } from './queuedAppointments';

export { appointmentKeys } from './appointmentsCache';

const path = '/api/appointments';

/** Earliest first, as the server sends them. */
const byStart = (one: Appointment, other: Appointment): number =>
  Date.parse(one.start) - Date.parse(other.start) || (one.id < other.id ? -1 : 1);

/** All appointments that the user may see: all of the company, or those assigned to the user. */
export function useAppointments() {
  const { may } = useSession();
  const { data, isPending, error, isFetching, refetch } = useQuery({
    queryKey: appointmentKeys.all,
    queryFn: async () => {
      try {
        return await callList<Appointment>({
          path: `${path}/company`,
          name: 'appointments',
          queryHash: hashKey(appointmentKeys.all),
          order: byStart,
        });
      } catch (failure) {
        throw explainFailure(failure, 'appointmentsFetchFailed');
      }
    },
    structuralSharing: shareRows,
    enabled: may('appointments.view'),
    ...polling,
  });
  const pending = usePendingChanges<AppointmentChange>(appointmentKeys.change);
  const waiting = useQueuedChanges();
  const appointments = useMemo(
    () => data && applyChanges(data, [...waiting, ...pending]),
    [data, pending, waiting],
  );
  return { appointments, isPending, error, isFetching, refetch };
}

/** One appointment; undefined until the list has loaded, null if it has no such id. */
export function useAppointment(id: AppointmentId) {
  const { appointments, error } = useAppointments();
  const appointment = appointments && (appointments.find((each) => each.id === id) ?? null);
  return { appointment, error };
}

/** Runs a change optimistically; `store` writes the response to the query cache. */
const run = <T>(
  queries: QueryClient,
  change: AppointmentChange,
  request: ApiRequest | (() => Promise<T>),
  store: (answer: Exclude<T, Queued>) => void,
): Promise<T> =>
  runOptimistic<AppointmentChange, T>(queries, {
    mutationKey: appointmentKeys.change,
    change,
    lane: `appointment-${change.id}`,
    send: typeof request === 'function' ? request : () => sendRequest<T>(request),
    store,
    refetch: () => void queries.invalidateQueries({ queryKey: appointmentKeys.all }),
  });

/** The reason why the user may not move an appointment; null if it is allowed. */
export function useMoveLock() {
  const { role, language } = useSession();
  const { companyType, userType } = role;
  return useCallback(
    (status: Appointment['status']): FieldError | null =>
      rescheduleAppointment({ companyType, userType }, status, language),
    [companyType, userType, language],
  );
}

/** The changes that a user can make to appointments. */
export function useAppointmentChanges() {
  const queries = useQueryClient();
  const lockReason = useMoveLock();

  return useMemo(() => {
    const change = (
      id: AppointmentId,
      patch: AppointmentPatch,
      part: string,
      body: object,
      failureNotice: Notice,
    ) =>
      run<{ appointment: Appointment }>(
        queries,
        { id, patch },
        { method: 'PUT', path: `${path}/${part}/${encodeURIComponent(id)}`, body, failureNotice },
        ({ appointment }) => storeAppointment(queries, appointment),
      );

    return {
      create: async (form: CreateAppointment): Promise<Appointment> => {
        const { appointment } = await sendRequest<{ appointment: Appointment }>({
          path: `${path}/create`,
          body: form,
          failureNotice: 'appointmentCreateFailed',
        });
        storeAppointment(queries, appointment);
        void queries.invalidateQueries({ queryKey: appointmentKeys.all });
        return appointment;
      },

      /** With `was`, changes that others made meanwhile are preserved. `people` are the selected people of the form. */
      details: (id: AppointmentId, form: EditAppointment, people: AppointmentPeople) =>
        change(id, detailsPatch(form, people), 'details', form, 'appointmentUpdateFailed'),

      color: (id: AppointmentId, color: string) =>
        change(id, { color }, 'color', { color }, 'appointmentUpdateFailed'),

      /** Without a network it is queued, and shown as queued. */
      complete: (appointment: Appointment, followUpNote: string) =>
        run<{ appointment: Appointment } | Queued>(
          queries,
          { id: appointment.id, patch: asDone(followUpNote) },
          () =>
            sendOrQueue(
              queries,
              {
                kind: 'completeAppointment',
                appointment: appointmentAfterQueue(queries, appointment),
                followUpNote,
              },
              'appointmentUpdateFailed',
            ),
          ({ appointment: completed }) => storeAppointment(queries, completed),
        ),

      /**
       * Checks the rule first, so that a refused drag moves nothing and sends no request. Without a network it is queued,
       * and shown as moved.
       */
      schedule: async (appointment: Appointment, start: string, end: string) => {
        assertAllowed(lockReason(appointment.status));
        return run<{ appointment: Appointment } | Queued>(
          queries,
          { id: appointment.id, patch: { start, end } },
          () => {
            const seen = appointmentAfterQueue(queries, appointment);
            const task = { kind: 'moveAppointment', appointment: seen, start, end } as const;
            return sendOrQueue(queries, task, 'appointmentUpdateFailedRetry');
          },
          ({ appointment: moved }) => storeAppointment(queries, moved),
        );
      },

      remove: async (id: AppointmentId): Promise<void> => {
        await run(
          queries,
          { id, patch: null },
          {
            method: 'DELETE',
            path: `${path}/delete/${encodeURIComponent(id)}`,
            failureNotice: 'appointmentUpdateFailedRetry',
          },
          () => writeData<Appointment[]>(queries, appointmentKeys.all, (list) => without(list, id)),
        );
      },

      /** Adds an appointment to a calendar, or removes it. */
      toggle: async (appointment: Appointment, calendarId: CalendarId): Promise<void> => {
        const { id, appointmentCalendarAssignments: all } = appointment;
        const wasOnCalendar = all.some((each) => each.calendarId === calendarId);
        await run<{ assignment: AppointmentCalendarAssignment[] }>(
          queries,
          { id, patch: calendarPatch(calendarId, !wasOnCalendar) },
          {
            path: `${path}/assignToCalendar`,
            body: { appointmentId: id, calendarId },
            failureNotice: 'appointmentUpdateFailed',
          },
          // The response decides: another user may have added it to the calendar meanwhile.
          ({ assignment }) =>
            writeData<Appointment[]>(queries, appointmentKeys.all, (list) =>
              patched(list, id, calendarPatch(calendarId, assignment.length > 0)),
            ),
        );
      },
    };
  }, [queries, lockReason]);
}

export type AppointmentChanges = ReturnType<typeof useAppointmentChanges>;
