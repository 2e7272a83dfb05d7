/** The texts for appointments on every screen. */
import type { Appointment } from '@bindings';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import { dayOfWall, wallOf } from '@/ui/dates/wallTime';

/** The customer's name; the customer may have been deleted. */
export const appointmentCustomer = ({ customerFirstName, customerLastName }: Appointment): string =>
  [customerFirstName, customerLastName].filter(Boolean).join(' ') || m.appointments_noCustomer();

/** The employee's name. */
export const appointmentEmployee = ({ assignedToFirstName, assignedToLastName }: Appointment): string =>
  [assignedToFirstName, assignedToLastName].filter(Boolean).join(' ');

/** 'Thu Jun 11', on the company's clock. */
export const appointmentDay = (instant: string, zone: string): string =>
  shortDay(dayOfWall(wallOf(instant, zone)));
