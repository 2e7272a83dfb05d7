import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { PlanningScreen } from './PlanningScreen';

const workdays = {
  weekdays: [1, 2, 3, 4, 5],
  holidays: [{ day: '2026-07-03', name: 'Independence Day' }],
  hours: null,
};
const dayOff = { id: 'd1', from: '2026-08-03', to: '2026-08-07', reason: 'Family' };
const usual = {
  'GET /api/company/workdays': { workdays },
  'GET /api/company/capacity': { capacity: { crews: 1, sharing: 'none' } },
  'GET /api/company/daysOff': { daysOff: [dayOff] },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-10T15:00:00Z') });
});

const open = (more: Record<string, unknown> = {}, profile = signedIn()) => {
  const fetch = mockServer({ ...usual, ...more });
  return { fetch, ...renderIn(() => <PlanningScreen />, { profile }) };
};

/** The body of the last change; the list is read again after it. */
const sent = (fetch: ReturnType<typeof mockServer>, path: string): unknown => {
  const change = fetch.mock.calls.findLast(([called, init]) => called === path && init?.method === 'PUT');
  return change === undefined ? null : JSON.parse(change[1]?.body as string);
};

test('an admin adds Saturday to the week, and the holidays stay', async () => {
  const saved = { ...workdays, weekdays: [1, 2, 3, 4, 5, 6] };
  const { user, fetch } = open({ 'PUT /api/company/workdays': { workdays: saved } });
  await user.click(await screen.findByRole('checkbox', { name: 'Saturday' }));
  await user.click(screen.getByRole('button', { name: 'Save week' }));
  await waitFor(() =>
    expect(sent(fetch, '/api/company/workdays')).toEqual({
      weekdays: [1, 2, 3, 4, 5, 6],
      holidays: workdays.holidays,
    }),
  );
  expect(await screen.findByText('Your working days are saved.')).toBeVisible();
});

test('a week without any day is refused before it is sent', async () => {
  const { user, fetch } = open();
  for (const name of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await user.click(await screen.findByRole('checkbox', { name }));
  await user.click(screen.getByRole('button', { name: 'Save week' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(fetch.mock.calls.some(([, init]) => init?.method === 'PUT')).toBe(false);
});

test('a holiday is added to the others, and one without a name is explained', async () => {
  const { user, fetch } = open({ 'PUT /api/company/workdays': { workdays } });
  const form = await screen.findByRole('form', { name: 'Add holiday' });
  await user.type(within(form).getByRole('textbox', { name: 'Day' }), '09/07/2026{Tab}');
  await user.click(within(form).getByRole('button', { name: 'Add holiday' }));
  expect(within(form).getByText('This field is required.')).toBeVisible();
  await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'Labor Day');
  await user.click(within(form).getByRole('button', { name: 'Add holiday' }));
  await waitFor(() =>
    expect(sent(fetch, '/api/company/workdays')).toMatchObject({
      weekdays: [1, 2, 3, 4, 5],
      holidays: [...workdays.holidays, { day: '2026-09-07', name: 'Labor Day' }],
    }),
  );
});

test('a subcontractor shares how many crews are free', async () => {
  const capacity = { crews: 3, sharing: 'count' };
  const profile = signedIn({}, { companyType: 'subcontractor' });
  const { user, fetch } = open({ 'PUT /api/company/capacity': { capacity } }, profile);
  const crews = await screen.findByRole('textbox', { name: 'Crews' });
  await user.clear(crews);
  await user.type(crews, '3');
  await user.click(screen.getByRole('radio', { name: 'How many crews are free' }));
  await user.click(screen.getByRole('button', { name: 'Save crews' }));
  await waitFor(() => expect(sent(fetch, '/api/company/capacity')).toEqual(capacity));
});

test('a day off shows at once when it is removed, and again when the server refuses', async () => {
  const { user } = open({
    'DELETE /api/company/daysOff/d1': refusal(503, 'busy', 'Please try again in a moment.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Remove: Mon Aug 3 to Fri Aug 7' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Please try again in a moment.');
  expect(screen.getByText('Mon Aug 3 to Fri Aug 7')).toBeInTheDocument();
});

test('days off that end before they begin are refused at their field', async () => {
  const { user } = open();
  const form = await screen.findByRole('form', { name: 'Add days off' });
  await user.type(within(form).getByRole('textbox', { name: 'First day off' }), '08/10/2026{Tab}');
  const last = within(form).getByRole('textbox', { name: 'Last day off' });
  await user.clear(last);
  await user.type(last, '08/03/2026{Tab}');
  await user.click(within(form).getByRole('button', { name: 'Add days off' }));
  expect(within(form).getByText('Start date must come before end date.')).toBeVisible();
});

test('a member reads everything and why nothing can be changed', async () => {
  open({}, signedIn({ userType: 'member' }));
  expect(await screen.findByText('Independence Day')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Monday' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Save week' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.queryByRole('button', { name: 'Add days off' })).toBeNull();
});

test('a failed request says so and can be repeated', async () => {
  open({ 'GET /api/company/capacity': refusal(404, 'not_found', 'not here') });
  expect(await screen.findByText('The working days could not be loaded.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
