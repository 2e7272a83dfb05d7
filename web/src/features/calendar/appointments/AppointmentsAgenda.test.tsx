import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aCustomer, anAppointment } from '@/testing/anAppointment';
import { mockServer, renderIn, signedIn } from '@/testing/render';
import { completedColor } from '@/wasm/rules';

import { PhoneAppointments } from '../agenda/PhoneAppointments';
import { useCalendarView } from '../useCalendarView';

const late = anAppointment(1, { start: '2026-06-17T03:30:00Z', end: '2026-06-17T04:30:00Z' });
const done = anAppointment(2, {
  status: 'complete',
  start: '2026-06-18T15:00:00Z',
  end: '2026-06-18T16:00:00Z',
  customerFirstName: 'Gina',
  customerLastName: 'Marchetti',
  customerId: 'gone',
  city: 'Aurora',
  appointmentCalendarAssignments: [{ appointmentId: 'x', calendarId: 'c1' }],
});

const path = '/app/calendar';
const inChicago = (user = {}, company = {}) => signedIn(user, { timeZone: 'America/Chicago', ...company });

const Shown = () => <PhoneAppointments calendar={useCalendarView()} />;

const show = (search = '', profile = inChicago()) =>
  renderIn(() => <Shown />, { profile, at: `${path}?show=appointments&date=2026-06-16${search}`, path });

const mockAppointments = () =>
  mockServer({
    'GET /api/appointments/company': { appointments: [done, late] },
    'GET /api/customers/find': { customers: [aCustomer] },
  });

test('an evening meeting is on its day in the company time zone, not on the next day of a browser further east', async () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  mockAppointments();
  show();
  const card = await screen.findByRole('button', { name: /Hannah Whitaker/ });
  expect(card).toHaveTextContent('10:30 – 11:30 PM');
  expect(screen.getByRole('heading', { name: /Tue Jun 16/ })).toBeVisible();
  expect(screen.queryByRole('heading', { name: /Wed Jun 17/ })).not.toBeInTheDocument();
  expect(screen.getByText(/Times are in Central Time/)).toBeVisible();
  vi.unstubAllEnvs();
});

test('a call and directions are one press away, if known', async () => {
  mockAppointments();
  show();
  expect(await screen.findByRole('link', { name: /^Call\s*Hannah Whitaker$/ })).toHaveAttribute(
    'href',
    'tel:629-555-0184',
  );
  expect(screen.getByRole('link', { name: /^Route\s*Hannah Whitaker$/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Call\s*Gina/ })).not.toBeInTheDocument();
});

test('a completed meeting is gray whatever its color, so that no employee drives there again', async () => {
  mockAppointments();
  show();
  const edge = (name: RegExp) =>
    screen.getByRole('button', { name }).querySelector('[style*="background"]') as HTMLElement;
  await screen.findByRole('button', { name: /Gina Marchetti/ });
  expect(edge(/Gina Marchetti/)).toHaveStyle({ background: completedColor().light });
  expect(edge(/Hannah Whitaker/)).toHaveStyle({ background: late.color });
});

test('a card opens its appointment over the same week', async () => {
  mockAppointments();
  const { user, router } = show();
  await user.click(await screen.findByRole('button', { name: /Gina Marchetti/ }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/app/calendar/appointment_options/${done.id}`),
  );
  expect(router.state.location.search).toContain('date=2026-06-16');
});

test('status, location and hidden calendars filter appointments as they filter jobs', async () => {
  mockAppointments();
  show('&status=completed');
  await screen.findByRole('button', { name: /Gina Marchetti/ });
  expect(screen.queryByRole('button', { name: /Hannah Whitaker/ })).not.toBeInTheDocument();
});

test('an appointment that is only on a hidden calendar does not show, and the page says that some are hidden', async () => {
  mockAppointments();
  show('&without=c1&status=completed');
  expect(await screen.findByText(/match your filters and visible calendars/)).toBeVisible();
});

test('a date range ends with its last day on the company clock', async () => {
  mockAppointments();
  show('&from=2026-06-17&to=2026-06-18');
  await screen.findByRole('button', { name: /Gina Marchetti/ });
  expect(screen.queryByRole('button', { name: /Hannah Whitaker/ })).not.toBeInTheDocument();
});

test('a subcontractor who opens the URL gets the jobs, and no appointments are fetched', async () => {
  const fetch = mockAppointments();
  const { router } = show('', inChicago({}, { companyType: 'subcontractor' }));
  await waitFor(() => expect(router.state.location.search).not.toContain('show=appointments'));
  expect(fetch.mock.calls.map(([to]) => to)).not.toContain('/api/appointments/company');
});

test('a day without appointments says so', async () => {
  mockAppointments();
  show('&location=nowhere');
  const heading = await screen.findByRole('heading', { name: /Tue Jun 16/ });
  expect(
    within(heading.parentElement as HTMLElement).getByText('No appointments on this day.'),
  ).toBeVisible();
});
