import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readToken, storeToken } from '@/api/token';
import { setLanguage } from '@/i18n';
import { storeNewUserDraft } from '@/queries/companies/newUserDraft';
import { mockServer, refusal, renderIn } from '@/testing/render';

import { SignInScreen } from './SignInScreen';
import { SignUpScreen } from './SignUpScreen';

const local = { 'GET /api/auth/config': { provider: 'local' } };

test('a Spanish-speaking roofer reads in Spanish why the account cannot be created', async () => {
  const fetch = mockServer(local);
  setLanguage('spanish');
  const { user } = renderIn(() => <SignUpScreen />, { at: '/sign-up' });
  await user.type(screen.getByLabelText(/Correo electrónico/), 'luis@');
  await user.type(screen.getByLabelText(/^Contraseña/), 'corta');
  await user.click(screen.getByRole('button', { name: 'Crear su cuenta' }));
  const email = screen.getByLabelText(/Correo electrónico/);
  expect(email).toHaveAccessibleDescription(/correo electrónico válido/i);
  expect(email).toBeInvalid();
  expect(email).toHaveFocus();
  expect(screen.getByLabelText(/^Contraseña/)).toHaveAccessibleDescription(/al menos 8 caracteres/i);
  expect(fetch).not.toHaveBeenCalledWith('/api/auth/local/signup', expect.anything());
});

test('a valid sign-up stores the token and opens the app', async () => {
  mockServer({ ...local, 'POST /api/auth/local/signup': { token: 'fresh' } });
  const { user, router } = renderIn(() => <SignUpScreen />, { at: '/sign-up' });
  await user.type(screen.getByLabelText(/Email/), 'luis@rios.example');
  await user.type(screen.getByLabelText(/^Password/), 'roof-deck-ridge');
  await user.click(screen.getByRole('button', { name: 'Create your account' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/company'));
  expect(readToken()).toBe('fresh');
});

test('a failed sign-in shows one error above the fields, and blames neither of them', async () => {
  const message = 'That email and password do not match.';
  mockServer({ ...local, 'POST /api/auth/local/login': refusal(401, 'unauthenticated', message) });
  const { user, router } = renderIn(() => <SignInScreen />, { at: '/sign-in' });
  await user.type(screen.getByLabelText(/Email/), 'luis@rios.example');
  await user.type(screen.getByLabelText(/^Password/), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(`${message} Check the spelling`);
  expect(screen.getByLabelText(/Email/)).not.toBeInvalid();
  expect(router.state.location.pathname).toBe('/sign-in');
});

test('a server error is not shown as a wrong password', async () => {
  const message = 'Please try again in a moment.';
  mockServer({ ...local, 'POST /api/auth/local/login': refusal(500, 'internal', message) });
  const { user } = renderIn(() => <SignInScreen />, { at: '/sign-in' });
  await user.type(screen.getByLabelText(/Email/), 'luis@rios.example');
  await user.type(screen.getByLabelText(/^Password/), 'roof-deck-ridge');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('alert')).not.toHaveTextContent('spelling');
});

test('an invited user need not guess which address was invited: it is filled in', async () => {
  mockServer(local);
  storeNewUserDraft({
    firstName: 'Ana',
    lastName: 'Torres',
    phoneNumber: '',
    location: 'Denver, CO',
    position: 'Estimator',
    language: 'english',
    email: 'ana@summit.example',
    invitationId: '0199a000-0000-7000-8000-000000000001',
    companyId: '0199a000-0000-7000-8000-000000000002',
  });
  renderIn(() => <SignUpScreen />, {
    at: '/sign-up?return_to=/inviteredirect',
    path: '/sign-up',
  });
  expect(await screen.findByLabelText(/Email/)).toHaveValue('ana@summit.example');
});

test('a sign-up without an invitation is not filled in with the address of another user', async () => {
  mockServer(local);
  renderIn(() => <SignUpScreen />, { at: '/sign-up' });
  expect(await screen.findByLabelText(/Email/)).toHaveValue('');
});

test('a user who does not stay signed in is signed out with the tab', async () => {
  mockServer({ ...local, 'POST /api/auth/local/login': { token: 'short-lived' } });
  const { user } = renderIn(() => <SignInScreen />, { at: '/sign-in' });
  await user.type(screen.getByLabelText(/Email/), 'luis@rios.example');
  await user.type(screen.getByLabelText(/^Password/), 'roof-deck-ridge');
  await user.click(screen.getByRole('checkbox', { name: 'Keep me signed in' }));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText('elsewhere');
  expect(readToken()).toBe('short-lived');
  expect(localStorage.getItem('ridgeline.token')).toBeNull();
});

test('a signed-in user cannot create a second account', async () => {
  mockServer({ ...local, 'POST /api/auth/logout': new Response(null, { status: 204 }) });
  storeToken('still-here');
  const { user } = renderIn(() => <SignUpScreen />, { at: '/sign-up' });
  expect(screen.getByRole('alert')).toHaveTextContent(
    'you must sign out of your previous session before creating a new account.',
  );
  expect(screen.queryByLabelText(/Email/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(await screen.findByLabelText(/Email/)).toBeInTheDocument();
  expect(readToken()).toBeNull();
});

test('an address outside the app is not accepted to return to', async () => {
  mockServer({ ...local, 'POST /api/auth/local/login': { token: 't' } });
  const { user, router } = renderIn(() => <SignInScreen />, {
    at: '/sign-in?return_to=//evil.example',
    path: '/sign-in',
  });
  await user.type(screen.getByLabelText(/Email/), 'luis@rios.example');
  await user.type(screen.getByLabelText(/^Password/), 'roof-deck-ridge');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/company'));
});
