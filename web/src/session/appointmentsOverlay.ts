/** Lays changes that are on their way to the server over the appointments that the server has told. */
import type { Appointment, AppointmentId, CalendarId, Customer, EditAppointment, Employee } from '@bindings';

import { orNull, touched } from './touched';

/** The fields that a change touches, or how they follow from the appointment. */
export type Patch = Partial<Appointment> | ((appointment: Appointment) => Partial<Appointment>);

/** A change that the server has not answered yet. */
export interface Change {
  id: AppointmentId;
  /** Null deletes the appointment. */
  patch: Patch | null;
}

/** The appointment as it is after the change. */
export const patched = (appointment: Appointment, patch: Patch): Appointment => ({
  ...appointment,
  ...(typeof patch === 'function' ? patch(appointment) : patch),
});

/** The list as it looks when every change on its way succeeds. */
export function changedList(list: Appointment[], onTheirWay: readonly Change[]): Appointment[] {
  if (onTheirWay.length === 0) return list;
  const gone = new Set(onTheirWay.filter(({ patch }) => patch === null).map(({ id }) => id));
  return list
    .filter(({ id }) => !gone.has(id))
    .map((appointment) =>
      onTheirWay.reduce(
        (now, { id, patch }) => (id === now.id && patch !== null ? patched(now, patch) : now),
        appointment,
      ),
    );
}

/** Puts it on a calendar, or takes it off; of its other calendars it says nothing. */
export const onCalendar = (calendarId: CalendarId, stands: boolean) => (appointment: Appointment) => {
  const { id: appointmentId, appointmentCalendarAssignments: all } = appointment;
  const others = all.filter((each) => each.calendarId !== calendarId);
  return { appointmentCalendarAssignments: stands ? [...others, { appointmentId, calendarId }] : others };
};

/** Whom an appointment is with and who goes, as far as they are known here. */
export interface AppointmentPeople {
  customer: Pick<Customer, 'firstName' | 'lastName'> | undefined;
  employee: Pick<Employee, 'firstName' | 'lastName'> | undefined;
}

/** What an edited form changes of an appointment. People are shown by their names: without those they wait for the answer. */
export function shownDetails(
  { was, ...form }: EditAppointment,
  { customer, employee }: AppointmentPeople,
): Patch {
  const { customerId, assignedToId, ...texts } = touched(form, was);
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, orNull(text)])),
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
