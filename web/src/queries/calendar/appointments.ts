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
import {
  type MutationOptions,
  type QueryClient,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call, type Method } from '@/api/client';
import { useSession } from '@/queries/accounts/session';
import { polling } from '@/queries/live/polling';
import { assertAllowed, explainFailure } from '@/queries/mutations/request';
import { isPendingEntry, type Queued, queued, useQueued } from '@/queries/offline/outbox';
import { sendOrQueue } from '@/queries/offline/sendOrQueue';
import { rescheduleAppointment } from '@/wasm/rules';
import { appointmentKeys, cachedAppointment, storeAppointment, withOne } from './appointmentsCache';
import {
  type AppointmentChange,
  type AppointmentPatch,
  type AppointmentPeople,
  applyChanges,
  applyPatch,
  calendarPatch,
  detailsPatch,
} from './optimisticAppointments';

export { appointmentKeys } from './appointmentsCache';

interface Sent {
  method: Method;
  /** Under `/api/appointments/`. */
  path: string;
  body?: object;
  /** The message for a server error. */
  failureNotice: Notice;
}

/** All appointments that this person may see: everything, or what is assigned to them. */
export function useAppointments() {
  const { may } = useSession();
  const { data, isPending, error, isFetching, refetch } = useQuery({
    queryKey: appointmentKeys.all,
    queryFn: async () => {
      try {
        return (await call<{ appointments: Appointment[] }>('GET', '/api/appointments/company')).appointments;
      } catch (failure) {
        throw explainFailure(failure, 'appointmentsFetchFailed');
      }
    },
    enabled: may('appointments.view'),
    ...polling,
  });
  const pending = useMutationState({
    filters: { mutationKey: appointmentKeys.change, status: 'pending' },
    select: ({ state }) => state.variables as AppointmentChange,
  });
  const waiting = useQueued('completeAppointment');
  const appointments = useMemo(() => {
    const done = waiting.filter(isPendingEntry).map(
      ({ appointment, followUpNote }): AppointmentChange => ({
        id: appointment.id,
        patch: asDone(followUpNote),
      }),
    );
    return data && applyChanges(data, [...done, ...pending]);
  }, [data, pending, waiting]);
  return { appointments, isPending, error, isFetching, refetch };
}

const asDone = (followUpNote: string): AppointmentPatch => ({
  status: 'complete',
  followUpNote: followUpNote.trim() || null,
});

/** One of them; undefined until the list is there, null where it holds no such id. */
export function useAppointment(id: AppointmentId) {
  const { appointments, error } = useAppointments();
  const appointment = appointments && (appointments.find((each) => each.id === id) ?? null);
  return { appointment, error };
}

async function send<T>({ method, path, body, failureNotice }: Sent): Promise<T> {
  try {
    return await call<T>(method, `/api/appointments/${path}`, body);
  } catch (failure) {
    throw explainFailure(failure, failureNotice);
  }
}

/** Runs a change optimistically; `taken` writes the response to the query cache. */
function run<T>(
  queries: QueryClient,
  change: AppointmentChange,
  sent: Sent | (() => Promise<T>),
  taken: (answer: T) => void,
): Promise<T> {
  const options: MutationOptions<T, Error, AppointmentChange> = {
    mutationKey: appointmentKeys.change,
    mutationFn: typeof sent === 'function' ? sent : () => send<T>(sent),
    scope: { id: `appointment-${change.id}` },
    // Without a network it fails at once and says so, instead of looking as if it had worked.
    networkMode: 'always',
    onSuccess: taken,
    onSettled: () => {
      if (queries.isMutating({ mutationKey: appointmentKeys.change }) === 1)
        void queries.invalidateQueries({ queryKey: appointmentKeys.all });
    },
  };
  return queries.getMutationCache().build(queries, options).execute(change);
}

/** Why an appointment may not be moved by this person, in words; null when it may. */
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
      path: string,
      body: object,
      failureNotice: Notice,
    ) =>
      run<{ appointment: Appointment }>(
        queries,
        { id, patch },
        { method: 'PUT', path: `${path}/${encodeURIComponent(id)}`, body, failureNotice },
        ({ appointment }) => storeAppointment(queries, withOne(appointment)),
      );

    return {
      create: async (form: CreateAppointment): Promise<Appointment> => {
        const { appointment } = await send<{ appointment: Appointment }>({
          method: 'POST',
          path: 'create',
          body: form,
          failureNotice: 'appointmentCreateFailed',
        });
        storeAppointment(queries, withOne(appointment));
        void queries.invalidateQueries({ queryKey: appointmentKeys.all });
        return appointment;
      },

      /** With `was`, changes that others made meanwhile are kept. `people` are those whom the form names. */
      details: (id: AppointmentId, form: EditAppointment, people: AppointmentPeople) =>
        change(id, detailsPatch(form, people), 'details', form, 'appointmentUpdateFailed'),

      color: (id: AppointmentId, color: string) =>
        change(id, { color }, 'color', { color }, 'appointmentUpdateFailed'),

      /** Without a network it waits, and shows as such. */
      complete: (appointment: Appointment, followUpNote: string) =>
        run<{ appointment: Appointment } | Queued>(
          queries,
          { id: appointment.id, patch: asDone(followUpNote) },
          () =>
            sendOrQueue(
              queries,
              {
                kind: 'completeAppointment',
                appointment: cachedAppointment(queries, appointment),
                followUpNote,
              },
              'appointmentUpdateFailed',
            ),
          (answer) => {
            if (answer !== queued) storeAppointment(queries, withOne(answer.appointment));
          },
        ),

      /** Checks the rule first, so that a refused drag moves nothing and sends no request. */
      schedule: async (appointment: Pick<Appointment, 'id' | 'status'>, start: string, end: string) => {
        assertAllowed(lockReason(appointment.status));
        const times = { start, end };
        return change(appointment.id, times, 'schedule', times, 'appointmentUpdateFailedRetry');
      },

      remove: async (id: AppointmentId): Promise<void> => {
        await run(
          queries,
          { id, patch: null },
          {
            method: 'DELETE',
            path: `delete/${encodeURIComponent(id)}`,
            failureNotice: 'appointmentUpdateFailedRetry',
          },
          () => storeAppointment(queries, (list) => list.filter((each) => each.id !== id)),
        );
      },

      /** Puts an appointment on a calendar, or takes it off. */
      toggle: async (appointment: Appointment, calendarId: CalendarId): Promise<void> => {
        const { id, appointmentCalendarAssignments: all } = appointment;
        const stood = all.some((each) => each.calendarId === calendarId);
        await run<{ assignment: AppointmentCalendarAssignment[] }>(
          queries,
          { id, patch: calendarPatch(calendarId, !stood) },
          {
            method: 'POST',
            path: 'assignToCalendar',
            body: { appointmentId: id, calendarId },
            failureNotice: 'appointmentUpdateFailed',
          },
          // The response counts: somebody else may have added it to the calendar meanwhile.
          ({ assignment }) =>
            storeAppointment(queries, (list) =>
              list.map((each) =>
                each.id === id ? applyPatch(each, calendarPatch(calendarId, assignment.length > 0)) : each,
              ),
            ),
        );
      },
    };
  }, [queries, lockReason]);
}

export type AppointmentChanges = ReturnType<typeof useAppointmentChanges>;
