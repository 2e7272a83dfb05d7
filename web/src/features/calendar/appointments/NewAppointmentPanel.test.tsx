import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aCustomer, anAppointment } from '@/testing/anAppointment';
import { aCompany, aUser, lastRequest, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { NewAppointmentPanel } from './NewAppointmentPanel';

const at = '/app/calendar/new_appointment?show=appointments&date=2026-06-16';
const path = '/app/calendar/new_appointment';
const people = { employees: [{ ...aUser, firstName: 'Renee', lastName: 'Okafor', position: 'Sales' }] };

const other = {
  ...aCustomer,
  id: '0199a000-0000-7000-8000-000000800002',
  firstName: 'Erik',
  lastName: 'Peña',
  address: null,
  city: 'Arvada',
};

const responses = (more: Record<string, unknown> = {}) => ({
  'GET /api/customers/find': { customers: [aCustomer, other] },
  [`GET /api/company/users/${aCompany.id}`]: people,
  ...more,
});

const inChicago = (zone = 'America/Chicago') => signedIn({}, { timeZone: zone });

const show = (profile = inChicago()) => renderIn(() => <NewAppointmentPanel />, { profile, at, path });

const field = (name: string | RegExp) => screen.findByRole('textbox', { name });

async function choose(user: ReturnType<typeof show>['user'], label: string, option: RegExp) {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

async function when(user: ReturnType<typeof show>['user'], date: string, time: string) {
  const day = await field('Date');
  await user.clear(day);
  await user.type(day, date);
  fireEvent.change(screen.getByLabelText(/Start time/), { target: { value: time } });
}

test('an appointment is sent with the time of the company, whatever the time zone of the browser', async () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  const fetch = mockServer(responses({ 'POST /api/appointments/create': { appointment: anAppointment(1) } }));
  const { user, router } = show();
  await choose(user, 'Customer', /Hannah Whitaker/);
  await choose(user, 'Employee', /Renee Okafor/);
  await when(user, '06/16/2026', '09:30');
  expect(await screen.findByText('Ends Tuesday 06/16/2026 at 10:00 AM')).toBeVisible();
  expect(screen.getByText("Times are in Central Time (Chicago), your company's time zone.")).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create appointment' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/calendar'));
  expect(router.state.location.search).toContain('show=appointments');
  expect(await screen.findByText('The appointment is on the calendar.')).toBeVisible();
  expect(lastRequest(fetch)).toMatchObject({
    start: '2026-06-16T14:30:00Z',
    lengthMinutes: 30,
    customerId: aCustomer.id,
    assignedToId: aUser.id,
    address: '1904 Depew St',
    city: 'Lakewood',
  });
  vi.unstubAllEnvs();
});

test('missing fields show errors, the first one gets the focus, and nothing is sent', async () => {
  const fetch = mockServer(responses());
  const { user } = show();
  const length = await field('Length');
  await user.clear(length);
  await user.type(length, '4');
  await user.click(screen.getByRole('button', { name: 'Create appointment' }));
  const customer = await screen.findByRole('combobox', { name: 'Customer' });
  await waitFor(() => expect(customer).toHaveFocus());
  expect(customer).toBeInvalid();
  expect(screen.getByRole('combobox', { name: 'Employee' })).toBeInvalid();
  expect(length).toBeInvalid();
  expect(fetch.mock.calls.filter(([, init]) => init?.method === 'POST')).toEqual([]);
});

test('a note that is too long and a cleared time are refused at their fields', async () => {
  mockServer(responses());
  const { user } = show();
  fireEvent.change(await screen.findByLabelText(/Start time/), { target: { value: '' } });
  fireEvent.change(await field('Note'), { target: { value: 'x'.repeat(501) } });
  expect(screen.getByText('501 / 500')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create appointment' }));
  expect(await field('Note')).toBeInvalid();
  expect(screen.getByLabelText(/Start time/)).toBeInvalid();
});

test("the customer's address fills the empty fields, and typed input is not overwritten", async () => {
  mockServer(responses());
  const { user } = show();
  await choose(user, 'Customer', /Hannah Whitaker/);
  expect(await field('Address')).toHaveValue('1904 Depew St');
  await choose(user, 'Customer', /Erik Peña/);
  expect(await field('City')).toHaveValue('Arvada');
  expect(await field('Address')).toHaveValue('');
  await user.type(await field('Address'), '12 Ridge Rd');
  await choose(user, 'Customer', /Hannah Whitaker/);
  expect(await field('Address')).toHaveValue('12 Ridge Rd');
  expect(await field('City')).toHaveValue('Arvada');
});

test('a customer is found by part of the name, without the accent', async () => {
  mockServer(responses());
  const { user } = show();
  await user.type(await screen.findByRole('combobox', { name: 'Customer' }), 'pena');
  const options = await screen.findByRole('listbox');
  await waitFor(() => expect(within(options).getAllByRole('option')).toHaveLength(1));
  expect(within(options).getByRole('option')).toHaveTextContent('Erik Peña');
});

test('the form warns of nights in which the clocks change, so that no meeting is missed', async () => {
  mockServer(responses());
  const { user } = show();
  await when(user, '03/08/2026', '02:30');
  expect(await screen.findByText('The clocks go forward that night: it starts at 3:30 AM.')).toBeVisible();
  expect(screen.getByText('Ends Sunday 03/08/2026 at 4:00 AM')).toBeVisible();
  await when(user, '11/01/2026', '01:30');
  expect(await screen.findByText('The clocks go back that night: this is the first 1:30 AM.')).toBeVisible();
  expect(screen.getByText('Ends Sunday 11/01/2026 at 1:00 AM')).toBeVisible();
});

test('closing by mistake asks first, and the typed input is still there', async () => {
  mockServer(responses());
  const { user, router } = show();
  await user.type(await field('Note'), 'Bring the samples');
  await user.keyboard('{Escape}');
  const popup = await screen.findByRole('alertdialog');
  await user.click(within(popup).getByRole('button', { name: 'Keep editing' }));
  expect(await field('Note')).toHaveValue('Bring the samples');
  expect(router.state.location.pathname).toBe(path);
});

test('a refusal by the server shows at its field, and the form keeps its input', async () => {
  const field422 = [{ field: 'customerId', code: 'choice', message: 'Choose one of your own customers.' }];
  mockServer(
    responses({ 'POST /api/appointments/create': refusal(422, 'validation', 'Check the form.', field422) }),
  );
  const { user } = show();
  await choose(user, 'Customer', /Hannah Whitaker/);
  await choose(user, 'Employee', /Renee Okafor/);
  await user.click(screen.getByRole('button', { name: 'Create appointment' }));
  expect(await screen.findByText('Choose one of your own customers.')).toBeVisible();
  expect(await field('Address')).toHaveValue('1904 Depew St');
});

test('a member reads why they cannot create an appointment', async () => {
  mockServer(responses());
  show(signedIn({ userType: 'member' }));
  expect(await screen.findByText('You must be an admin to perform this action')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create appointment' })).not.toBeInTheDocument();
  expect(await field('Address')).toBeDisabled();
});

test('a customer created from the form is selected with their address, and no typed input is lost', async () => {
  const fetch = mockServer(
    responses({ 'POST /api/customers/create': { customer: { ...other, city: 'Golden' } } }),
  );
  const { user } = show();
  await user.type(await field('Note'), 'Look at the skylight');
  await user.click(screen.getByRole('link', { name: 'create new' }));
  await user.type(await field(/^First name/), 'Erik');
  await user.type(await field(/^Last name/), 'Peña');
  await user.type(await field(/^Phone/), '6295550184');
  await user.click(screen.getByRole('button', { name: 'Create customer' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^First name/ })).toBeNull());
  expect(await screen.findByRole('combobox', { name: 'Customer' })).toHaveValue('Erik Peña');
  expect(await field('City')).toHaveValue('Golden');
  expect(await field('Note')).toHaveValue('Look at the skylight');
  expect(fetch.mock.calls.some(([path]) => path === '/api/appointments/create')).toBe(false);
});
