/** How pending changes of an appointment are shown. */
import type { Appointment, CalendarId, Customer, EditAppointment, Employee } from '@bindings';
import { blankToNull, changedFields } from '@/queries/mutations/changedFields';
import type { ListedChange, Patch } from '@/queries/mutations/lists';

export type AppointmentPatch = Patch<Appointment>;
export type AppointmentChange = ListedChange<Appointment>;

/** Adds the appointment to a calendar or removes it; its other calendars are not touched. */
export const calendarPatch = (calendarId: CalendarId, assigned: boolean) => (appointment: Appointment) => {
  const { id: appointmentId, appointmentCalendarAssignments: all } = appointment;
  const others = all.filter((each) => each.calendarId !== calendarId);
  return { appointmentCalendarAssignments: assigned ? [...others, { appointmentId, calendarId }] : others };
};

/** The customer and the employee of an appointment, if they are cached. */
export interface AppointmentPeople {
  customer: Pick<Customer, 'firstName' | 'lastName'> | undefined;
  employee: Pick<Employee, 'firstName' | 'lastName'> | undefined;
}

/** The optimistic change of an edited form. People whose names are not known here show after the response. */
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
