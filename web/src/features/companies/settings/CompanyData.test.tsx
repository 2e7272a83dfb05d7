import type { Account } from '@bindings';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { onSessionEnd, readToken } from '@/api/token';
import { anAccount } from '@/testing/anAccount';
import { aCompany, lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { CompanyData } from './CompanyData';

const accountResponse = (change: Partial<Account> = {}) => ({
  'GET /api/auth/account': { account: anAccount(change) },
});

const link = 'POST /api/company/export/link';
const remove = '/api/company/delete';
let saved: string[];

beforeEach(() => {
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(new URL(this.href).pathname);
  });
});

const open = () => renderIn(() => <CompanyData company={aCompany} />, { profile: signedIn() });

async function begin() {
  const shown = open();
  await shown.user.click(screen.getByRole('button', { name: 'Delete the company…' }));
  const panel = await screen.findByRole('dialog', { name: 'Delete the company' });
  await within(panel).findByLabelText(/Type the name of the company/);
  return { ...shown, panel };
}

test('an admin can download all data by a one-time link, and sees that the download has started', async () => {
  const address = '/api/company/export/file/once';
  mockServer({ [link]: { export: { url: address, expiresAt: '2026-03-02T12:10:00Z' } } });
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Download everything' }));
  await waitFor(() => expect(saved).toEqual([address]));
  expect(screen.getByRole('status')).toHaveTextContent('Your browser is downloading the file');
});

test('data that cannot be exported show an error, and no file is saved', async () => {
  mockServer({ [link]: refusal(500, 'internal', 'inside') });
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Download everything' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Your data could not be prepared.');
  expect(saved).toEqual([]);
});

test('nothing is deleted before the name and the password are typed, and then the user is signed out', async () => {
  const fetch = mockServer({ ...accountResponse(), [`POST ${remove}`]: { id: aCompany.id } });
  const over = vi.fn();
  const stop = onSessionEnd(over);
  const { user, panel } = await begin();
  expect(lastRequestTo(fetch, remove)).toBeNull();
  expect(within(panel).queryByLabelText(/^Code/)).toBeNull();
  await user.type(within(panel).getByLabelText(/Type the name of the company/), aCompany.name);
  await user.type(within(panel).getByLabelText(/^Your password/), 'ridge cap shingle');
  await user.click(within(panel).getByRole('button', { name: 'Delete the company' }));
  await waitFor(() => expect(over).toHaveBeenCalledOnce());
  expect(lastRequestTo(fetch, remove)).toEqual({ name: aCompany.name, password: 'ridge cap shingle' });
  expect(readToken()).toBeNull();
  stop();
});

test('a wrong name or password shows an error at its field, and the company stays', async () => {
  const fields = [
    { field: 'name', code: 'mismatch', message: 'Type the name of your company exactly as it is.' },
    { field: 'password', code: 'mismatch', message: 'That is not your password.' },
  ];
  mockServer({ ...accountResponse(), [`POST ${remove}`]: refusal(422, 'validation', 'No.', fields) });
  const { user, panel } = await begin();
  await user.click(within(panel).getByRole('button', { name: 'Delete the company' }));
  const name = within(panel).getByLabelText(/Type the name of the company/);
  await waitFor(() => expect(name).toHaveAccessibleDescription(/exactly as it is/));
  expect(name).toHaveFocus();
  expect(within(panel).getByText('That is not your password.')).toBeVisible();
  expect(readToken()).not.toBeNull();
});

test('a user with two-factor authentication also has to type the code', async () => {
  const fetch = mockServer({
    ...accountResponse({ secondFactor: true }),
    [`POST ${remove}`]: { id: aCompany.id },
  });
  const { user, panel } = await begin();
  await user.type(within(panel).getByLabelText(/^Code/), '123456');
  await user.click(within(panel).getByRole('button', { name: 'Delete the company' }));
  await waitFor(() =>
    expect(lastRequestTo(fetch, remove)).toEqual({ name: '', password: '', code: '123456' }),
  );
});

test('a user of an identity provider has no password here and types a confirmation instead', async () => {
  const fetch = mockServer({
    ...accountResponse({ hasPassword: false }),
    [`POST ${remove}`]: { id: aCompany.id },
  });
  const { user, panel } = await begin();
  expect(within(panel).queryByLabelText(/^Your password/)).toBeNull();
  await user.type(within(panel).getByLabelText(/Type DELETE/), 'DELETE');
  await user.click(within(panel).getByRole('button', { name: 'Delete the company' }));
  await waitFor(() => expect(lastRequestTo(fetch, remove)).toEqual({ name: '', confirmation: 'DELETE' }));
});

test('the panel says what is deleted and for whom, and offers the data once more before', async () => {
  mockServer(accountResponse());
  const { panel } = await begin();
  expect(panel).toHaveTextContent('All jobs, customers, orders');
  expect(panel).toHaveTextContent('Everyone is signed out.');
  expect(within(panel).getByRole('button', { name: 'Download everything' })).toBeVisible();
});

test('a panel that cannot be loaded can be loaded again', async () => {
  const responses: Record<string, unknown> = {
    'GET /api/auth/account': refusal(403, 'forbidden', 'Not now.'),
  };
  mockServer(responses);
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Delete the company…' }));
  expect(await screen.findByText('Not now.')).toBeVisible();
  Object.assign(responses, accountResponse());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText(/Type the name of the company/)).toBeVisible();
});
