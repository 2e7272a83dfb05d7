/**
 * The appointments of a contractor, for every screen that shows or changes them. The list stands in the query cache
 * under `['appointments']`; what is on its way is laid over it while it is read (see `appointmentsOverlay.ts`), so a
 * change shows at once, and one that fails takes back its own fields and nothing else. Changes of one appointment reach
 * the server one after the other. A change that fails rejects with an `ApiFailure` whose `message` is ready for
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
import { rescheduleAppointment } from '@/wasm/rules';

import { appointmentKeys, keep, toldOf, withOne } from './appointmentsCache';
import {
  type AppointmentPeople,
  type Change,
  changedList,
  onCalendar,
  type Patch,
  patched,
  shownDetails,
} from './appointmentsOverlay';
import { handIn } from './handIn';
import { allowed, inWords } from './jobChange';
import { isOpen, type Queued, queued, useWaiting } from './outbox';
import { useSession } from './session';
import { watched } from './watched';

export { appointmentKeys } from './appointmentsCache';

interface Sent {
  method: Method;
  /** Under `/api/appointments/`. */
  path: string;
  body?: object;
  /** What is said when the server could not do it. */
  broken: Notice;
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
        throw inWords(failure, 'appointmentsFetchFailed');
      }
    },
    enabled: may('appointments.view'),
    ...watched,
  });
  const onTheirWay = useMutationState({
    filters: { mutationKey: appointmentKeys.change, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
  const waiting = useWaiting('completeAppointment');
  const appointments = useMemo(() => {
    const done = waiting
      .filter(isOpen)
      .map(({ appointment, followUpNote }): Change => ({ id: appointment.id, patch: asDone(followUpNote) }));
    return data && changedList(data, [...done, ...onTheirWay]);
  }, [data, onTheirWay, waiting]);
  return { appointments, isPending, error, isFetching, refetch };
}

const asDone = (followUpNote: string): Patch => ({
  status: 'complete',
  followUpNote: followUpNote.trim() || null,
});

/** One of them; undefined until the list is there, null where it holds no such id. */
export function useAppointment(id: AppointmentId) {
  const { appointments, error } = useAppointments();
  const appointment = appointments && (appointments.find((each) => each.id === id) ?? null);
  return { appointment, error };
}

async function send<T>({ method, path, body, broken }: Sent): Promise<T> {
  try {
    return await call<T>(method, `/api/appointments/${path}`, body);
  } catch (failure) {
    throw inWords(failure, broken);
  }
}

/** Runs a change: it shows at once, and `taken` writes the answer where it stands from then on. */
function run<T>(
  queries: QueryClient,
  change: Change,
  sent: Sent | (() => Promise<T>),
  taken: (answer: T) => void,
): Promise<T> {
  const options: MutationOptions<T, Error, Change> = {
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
export function useWhyUnmoved() {
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
  const whyUnmoved = useWhyUnmoved();

  return useMemo(() => {
    const change = (id: AppointmentId, patch: Patch, path: string, body: object, broken: Notice) =>
      run<{ appointment: Appointment }>(
        queries,
        { id, patch },
        { method: 'PUT', path: `${path}/${encodeURIComponent(id)}`, body, broken },
        ({ appointment }) => keep(queries, withOne(appointment)),
      );

    return {
      create: async (form: CreateAppointment): Promise<Appointment> => {
        const { appointment } = await send<{ appointment: Appointment }>({
          method: 'POST',
          path: 'create',
          body: form,
          broken: 'appointmentCreateFailed',
        });
        keep(queries, withOne(appointment));
        void queries.invalidateQueries({ queryKey: appointmentKeys.all });
        return appointment;
      },

      /** With `was`, what others changed meanwhile stays. `people` are those whom the form names. */
      details: (id: AppointmentId, form: EditAppointment, people: AppointmentPeople) =>
        change(id, shownDetails(form, people), 'details', form, 'appointmentUpdateFailed'),

      color: (id: AppointmentId, color: string) =>
        change(id, { color }, 'color', { color }, 'appointmentUpdateFailed'),

      /** Without a network it waits, and shows as such. */
      complete: (appointment: Appointment, followUpNote: string) =>
        run<{ appointment: Appointment } | Queued>(
          queries,
          { id: appointment.id, patch: asDone(followUpNote) },
          () =>
            handIn(
              queries,
              { kind: 'completeAppointment', appointment: toldOf(queries, appointment), followUpNote },
              'appointmentUpdateFailed',
            ),
          (answer) => {
            if (answer !== queued) keep(queries, withOne(answer.appointment));
          },
        ),

      /** Asks the rule first, so that a refused drag moves nothing and asks nobody. */
      schedule: async (appointment: Pick<Appointment, 'id' | 'status'>, start: string, end: string) => {
        allowed(whyUnmoved(appointment.status));
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
            broken: 'appointmentUpdateFailedRetry',
          },
          () => keep(queries, (list) => list.filter((each) => each.id !== id)),
        );
      },

      /** Puts an appointment on a calendar, or takes it off. */
      toggle: async (appointment: Appointment, calendarId: CalendarId): Promise<void> => {
        const { id, appointmentCalendarAssignments: all } = appointment;
        const stood = all.some((each) => each.calendarId === calendarId);
        await run<{ assignment: AppointmentCalendarAssignment[] }>(
          queries,
          { id, patch: onCalendar(calendarId, !stood) },
          {
            method: 'POST',
            path: 'assignToCalendar',
            body: { appointmentId: id, calendarId },
            broken: 'appointmentUpdateFailed',
          },
          // What the server says counts: somebody else may have put it there meanwhile.
          ({ assignment }) =>
            keep(queries, (list) =>
              list.map((each) =>
                each.id === id ? patched(each, onCalendar(calendarId, assignment.length > 0)) : each,
              ),
            ),
        );
      },
    };
  }, [queries, whyUnmoved]);
}

export type AppointmentChanges = ReturnType<typeof useAppointmentChanges>;
