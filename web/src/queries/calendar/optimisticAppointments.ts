/** What the changes of an appointment show until the server has answered. */
import type { Appointment, CalendarId, Customer, EditAppointment, Employee } from '@bindings';
import { blankToNull, changedFields } from '@/queries/mutations/changedFields';
import type { ListedChange, Patch } from '@/queries/mutations/lists';

export type AppointmentPatch = Patch<Appointment>;
export type AppointmentChange = ListedChange<Appointment>;

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
