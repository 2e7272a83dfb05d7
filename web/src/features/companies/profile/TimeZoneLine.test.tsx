import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCompany, lastRequest, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { TimeZoneLine } from './TimeZoneLine';

const inDenver = (user = {}) => signedIn(user, { timeZone: 'America/Denver' });

const show = (profile = inDenver()) => renderIn(() => <TimeZoneLine />, { profile });

async function choose(user: ReturnType<typeof show>['user'], name: RegExp) {
  await user.click(await screen.findByRole('button', { name: 'Edit the time zone' }));
  await user.click(await screen.findByRole('combobox', { name: 'Time zone' }));
  await user.click(await screen.findByRole('option', { name }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
}

test('an admin can change the time zone of the company, and reads what it affects', async () => {
  const company = { ...aCompany, timeZone: 'America/Chicago' };
  const fetch = mockServer({ 'PUT /api/company/timeZone': { company } });
  const { user } = show();
  expect(screen.getByText(/Mountain Time \(Denver\)/)).toBeVisible();
  await choose(user, /Chicago/);
  expect(await screen.findByText('Appointments now use this time zone.')).toBeVisible();
  const put = fetch.mock.calls.findIndex(([, init]) => init?.method === 'PUT');
  expect(fetch.mock.calls[put]?.[0]).toBe('/api/company/timeZone');
  expect(JSON.parse(fetch.mock.calls[put]?.[1]?.body as string)).toEqual({ timeZone: 'America/Chicago' });
});

test('a time zone that could not be saved shows an error, and stays chosen in the form', async () => {
  const fetch = mockServer({ 'PUT /api/company/timeZone': refusal(500, 'internal', 'inside') });
  const { user } = show();
  await choose(user, /Phoenix/);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('We could not save that.');
  await waitFor(() => expect(lastRequest(fetch)).toEqual({ timeZone: 'America/Phoenix' }));
  expect(screen.getByRole('combobox', { name: 'Time zone', hidden: true })).toHaveValue(
    'Mountain Standard Time (Phoenix)',
  );
});

test('a member can read the time zone, without any controls', async () => {
  mockServer({});
  show(inDenver({ userType: 'member' }));
  expect(screen.getByText(/Mountain Time \(Denver\)/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Edit the time zone' })).not.toBeInTheDocument();
});

test('a time zone that the browser does not know causes no error: its id is shown', () => {
  mockServer({});
  show(signedIn({ userType: 'member' }, { timeZone: 'Mars/Olympus_Mons' }));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? '';
  expect(screen.getByText(new RegExp(zone))).toBeVisible();
});
