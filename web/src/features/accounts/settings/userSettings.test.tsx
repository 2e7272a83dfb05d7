import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readToken } from '@/api/token';
import { language } from '@/i18n';
import { aUser, lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { UserSettingsScreen } from './UserSettingsScreen';

const show = () => renderIn(() => <UserSettingsScreen />, { profile: signedIn(), at: '/app/user/settings' });

test('a saved language applies at once, and the phone number may stay blank', async () => {
  const fetch = mockServer({
    'POST /api/auth/user/update': { user: { ...aUser, language: 'spanish', phoneNumber: null } },
  });
  const { user } = show();
  await user.clear(screen.getByLabelText(/Phone number/));
  await user.click(screen.getByRole('radio', { name: 'Español' }));
  expect(screen.getByText('2 unsaved changes')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(language()).toBe('spanish'));
  expect(lastRequestTo(fetch, '/api/auth/user/update')).toMatchObject({
    language: 'spanish',
    phoneNumber: '',
  });
  expect(await screen.findByRole('alertdialog', { name: '¡Excelente!' })).toBeInTheDocument();
});

test('a required field left blank is not sent', async () => {
  const fetch = mockServer({});
  const { user } = show();
  await user.clear(screen.getByLabelText(/Position/));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(screen.getByLabelText(/Position/)).toBeInvalid();
  expect(screen.getByLabelText(/Position/)).toHaveFocus();
  expect(fetch.mock.calls.filter(([, init]) => init?.method === 'POST')).toEqual([]);
});

test('a failed save shows an error and keeps what was typed', async () => {
  mockServer({ 'POST /api/auth/user/update': refusal(500, 'internal', 'no') });
  const { user } = show();
  await user.type(screen.getByLabelText(/Position/), ' and owner');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const popup = await screen.findByRole('alertdialog', { name: 'Oops...' });
  expect(popup).toHaveTextContent('There was an issue updating your settings. Please try again in a moment.');
  expect(screen.getByLabelText(/Position/)).toHaveValue('Office manager and owner');
});

test('Cancel restores the saved values', async () => {
  const { user } = show();
  await user.type(screen.getByLabelText(/Position/), '!');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText(/Position/)).toHaveValue('Office manager');
});

test('logging out ends the session in this browser even when the server is unreachable', async () => {
  mockServer({ 'POST /api/auth/logout': refusal(500, 'internal', 'no') });
  const { user, router } = show();
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  await waitFor(() => expect(readToken()).toBeNull());
});

test('only users with a password of this server see how to reset it', async () => {
  const account = { email: aUser.email, emailVerified: true, hasPassword: false };
  mockServer({ 'GET /api/auth/account': { account } });
  show();
  expect(screen.getByText(/log out and use the “forgot password” option/)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(/forgot password/)).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Log out' })).toBeInTheDocument();
});
