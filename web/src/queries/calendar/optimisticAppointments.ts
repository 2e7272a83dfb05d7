/** Applies pending changes to the appointments of the last response. */
import type { Appointment, AppointmentId, CalendarId, Customer, EditAppointment, Employee } from '@bindings';

import { blankToNull, changedFields } from '@/queries/mutations/changedFields';

/** The fields that a change touches, or how they follow from the appointment. */
export type AppointmentPatch = Partial<Appointment> | ((appointment: Appointment) => Partial<Appointment>);

/** A change that the server has not answered yet. */
export interface AppointmentChange {
  id: AppointmentId;
  /** Null deletes the appointment. */
  patch: AppointmentPatch | null;
}

/** The appointment as it is after the change. */
export const applyPatch = (appointment: Appointment, patch: AppointmentPatch): Appointment => ({
  ...appointment,
  ...(typeof patch === 'function' ? patch(appointment) : patch),
});

/** The list as it is if every pending change succeeds. */
export function applyChanges(list: Appointment[], onTheirWay: readonly AppointmentChange[]): Appointment[] {
  if (onTheirWay.length === 0) return list;
  const gone = new Set(onTheirWay.filter(({ patch }) => patch === null).map(({ id }) => id));
  return list
    .filter(({ id }) => !gone.has(id))
    .map((appointment) =>
      onTheirWay.reduce(
        (now, { id, patch }) => (id === now.id && patch !== null ? applyPatch(now, patch) : now),
        appointment,
      ),
    );
}

/** Adds the appointment to a calendar or removes it; its other calendars are not touched. */
export const calendarPatch = (calendarId: CalendarId, stands: boolean) => (appointment: Appointment) => {
  const { id: appointmentId, appointmentCalendarAssignments: all } = appointment;
  const others = all.filter((each) => each.calendarId !== calendarId);
  return { appointmentCalendarAssignments: stands ? [...others, { appointmentId, calendarId }] : others };
};

/** The customer and the employee of an appointment, as far as they are known here. */
export interface AppointmentPeople {
  customer: Pick<Customer, 'firstName' | 'lastName'> | undefined;
  employee: Pick<Employee, 'firstName' | 'lastName'> | undefined;
}

/** What an edited form changes of an appointment. People are shown by their names: without those they wait for the answer. */
export function detailsPatch(
  { was, ...form }: EditAppointment,
  { customer, employee }: AppointmentPeople,
): AppointmentPatch {
  const { customerId, assignedToId, ...texts } = changedFields(form, was);
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, blankToNull(text)])),
    ...(customerId === undefined || customer === undefined
      ? {}
      : { customerId, customerFirstName: customer.firstName, customerLastName: customer.lastName }),
    ...(assignedToId === undefined || employee === undefined
      ? {}
      : {
          assignedToId,
          assignedToFirstName: employee.firstName,
          assignedToLastName: employee.lastName,
        }),
  };
}
