/** How appointments are called on every screen. */
import type { Appointment } from '@bindings';
import { m } from '@/i18n';
import { dayOfWall, wallOf } from '@/session/wallTime';
import { shortDay } from '@/ui/days';

/** With whom it is; the customer may have been deleted. */
export const customerOf = ({ customerFirstName, customerLastName }: Appointment): string =>
  [customerFirstName, customerLastName].filter(Boolean).join(' ') || m.appointments_noCustomer();

/** Who of the company goes. */
export const employeeOf = ({ assignedToFirstName, assignedToLastName }: Appointment): string =>
  [assignedToFirstName, assignedToLastName].filter(Boolean).join(' ');

/** 'Thu Jun 11', on the company's clock. */
export const dayIn = (instant: string, zone: string): string => shortDay(dayOfWall(wallOf(instant, zone)));
