/** An appointment for tests: values that are not passed have typical defaults. */
import type { Appointment, Customer } from '@bindings';

import { aCompany, aUser } from './render';

export const appointmentId = (number: number): string =>
  `0199a000-0000-7000-8000-${String(number + 700_000).padStart(12, '0')}`;

export const aCustomer: Customer = {
  id: '0199a000-0000-7000-8000-000000800001',
  firstName: 'Hannah',
  lastName: 'Whitaker',
  company: null,
  phone: '629-555-0184',
  address: '1904 Depew St',
  city: 'Lakewood',
  state: 'CO',
  zip: '80214',
  companyId: aCompany.id,
};

export const anAppointment = (number: number, change: Partial<Appointment> = {}): Appointment => ({
  id: appointmentId(number),
  start: '2026-06-16T14:30:00Z',
  end: '2026-06-16T15:00:00Z',
  customerId: aCustomer.id,
  assignedToId: aUser.id,
  companyId: aCompany.id,
  address: '1904 Depew St',
  city: 'Lakewood',
  state: 'CO',
  zip: '80214',
  note: null,
  status: 'active',
  followUpNote: null,
  color: '#6231A4',
  customerFirstName: 'Hannah',
  customerLastName: 'Whitaker',
  assignedToFirstName: 'Renee',
  assignedToLastName: 'Okafor',
  appointmentCalendarAssignments: [],
  ...change,
});
