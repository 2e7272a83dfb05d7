/** The options of one appointment, with a fake server. */
import { screen } from '@testing-library/react';
import { aCustomer, anAppointment } from '@/testing/anAppointment';
import { aCompany, aUser, type mockServer, renderIn, signedIn } from '@/testing/render';

import { AppointmentOptions } from './AppointmentOptions';

export const meeting = anAppointment(1, { note: 'Bring the samples' });
const path = '/app/calendar/appointment_options/:id';
const at = `/app/calendar/appointment_options/${meeting.id}?show=appointments&date=2026-06-16`;
export const list = 'GET /api/appointments/company';

export const inChicago = (user = {}) => signedIn(user, { timeZone: 'America/Chicago' });

export const answers = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  [list]: { appointments: [meeting] },
  'GET /api/customers/find': { customers: [aCustomer] },
  [`GET /api/company/users/${aCompany.id}`]: { employees: [aUser] },
  [`GET /api/calendar/calendars/${aCompany.id}`]: {
    calendars: [{ id: 'c1', title: 'Residential', companyId: aCompany.id }],
  },
  ...more,
});

export const show = (profile = inChicago(), address = at) =>
  renderIn(() => <AppointmentOptions />, { profile, at: address, path });

/** The requests that change something, each with its body. */
export const changed = (fetch: ReturnType<typeof mockServer>) =>
  fetch.mock.calls
    .filter(([, init]) => init?.method !== undefined && init.method !== 'GET')
    .map(([to, init]) => [`${init?.method} ${to}`, init?.body ? JSON.parse(init.body as string) : null]);

export const dialog = () => screen.findByRole('dialog', { name: 'Hannah Whitaker' });
