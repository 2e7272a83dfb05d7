import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readToken, storeToken } from '@/api/token';
import { setLanguage } from '@/i18n';
import { lastRequestTo, mockServer, refusal, renderIn } from '@/testing/render';

import { ForgotPasswordScreen } from './ForgotPasswordScreen';
import { ResetPasswordScreen } from './ResetPasswordScreen';
import { VerifyEmailScreen } from './VerifyEmailScreen';

const local = { 'GET /api/auth/config': { provider: 'local' } };
const forgot = '/api/auth/local/forgotPassword';
const reset = '/api/auth/local/resetPassword';
const verify = '/api/auth/local/verifyEmail';
const resend = '/api/auth/local/resendVerification';

const showForgot = () => renderIn(() => <ForgotPasswordScreen />, { at: '/forgot-password' });
const showReset = (query = '?token=t0ken') =>
  renderIn(() => <ResetPasswordScreen />, { at: `/reset-password${query}`, path: '/reset-password' });
const showVerify = (query = '?token=t0ken') =>
  renderIn(() => <VerifyEmailScreen />, { at: `/verify-email${query}`, path: '/verify-email' });

test('a request for a new password shows the same message whether the account exists or not', async () => {
  const fetch = mockServer({ ...local, [`POST ${forgot}`]: new Response(null, { status: 204 }) });
  const { user } = showForgot();
  await user.type(screen.getByLabelText(/Email/), 'luis@rios.example');
  await user.click(screen.getByRole('button', { name: 'Send me the link' }));
  expect(await screen.findByRole('status')).toHaveTextContent('If there is an account for luis@rios.example');
  expect(lastRequestTo(fetch, forgot)).toEqual({ email: 'luis@rios.example' });
  await user.click(screen.getByRole('button', { name: 'Ask again' }));
  expect(screen.getByLabelText(/Email/)).toHaveValue('luis@rios.example');
});

test('a misspelled address is refused before anything is sent', async () => {
  const fetch = mockServer(local);
  setLanguage('spanish');
  const { user } = showForgot();
  await user.type(screen.getByLabelText(/Correo electrónico/), 'luis@{Enter}');
  expect(screen.getByLabelText(/Correo electrónico/)).toHaveAccessibleDescription(
    /correo electrónico válido/i,
  );
  expect(lastRequestTo(fetch, forgot)).toBeNull();
});

test('too many requests for a new password show when to try again', async () => {
  const message = 'Duplicate: we have already sent you several emails.';
  mockServer({ ...local, [`POST ${forgot}`]: refusal(429, 'duplicate_call_limit', message) });
  const { user } = showForgot();
  await user.type(screen.getByLabelText(/Email/), 'luis@rios.example{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
});

test('a new password signs in, and its token is removed from the address', async () => {
  const fetch = mockServer({ ...local, [`POST ${reset}`]: { token: 'fresh' } });
  const { user, router } = showReset();
  await waitFor(() => expect(router.state.location.search).toBe(''));
  const password = screen.getByLabelText(/^New password/);
  expect(password).toHaveAttribute('autocomplete', 'new-password');
  await user.type(password, 'short{Enter}');
  expect(password).toHaveAccessibleDescription(/at least 8/);
  await user.clear(password);
  await user.type(password, 'ridge cap shingle{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/company'));
  expect(lastRequestTo(fetch, reset)).toEqual({ token: 't0ken', newPassword: 'ridge cap shingle' });
  expect(readToken()).toBe('fresh');
  expect(await screen.findByText(/signed out everywhere else/)).toBeInTheDocument();
});

test('a password that is easy to guess is refused at its field, and the link stays valid', async () => {
  const message = 'This password is too easy to guess.';
  const answers: Record<string, unknown> = {
    ...local,
    [`POST ${reset}`]: refusal(422, 'validation', 'no', [{ field: 'newPassword', code: 'choice', message }]),
  };
  mockServer(answers);
  const { user, router } = showReset();
  await user.type(screen.getByLabelText(/^New password/), 'password1{Enter}');
  await waitFor(() =>
    expect(screen.getByLabelText(/^New password/)).toHaveAccessibleDescription(
      expect.stringContaining(message),
    ),
  );
  answers[`POST ${reset}`] = { token: 'fresh' };
  await user.clear(screen.getByLabelText(/^New password/));
  await user.type(screen.getByLabelText(/^New password/), 'ridge cap shingle{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/company'));
});

test('a new password does not bypass the second factor', async () => {
  mockServer({ ...local, [`POST ${reset}`]: { secondFactor: 'step-9' } });
  const { user } = showReset();
  await user.type(screen.getByLabelText(/^New password/), 'ridge cap shingle{Enter}');
  expect(await screen.findByLabelText(/^Code/)).toBeInTheDocument();
  expect(readToken()).toBeNull();
});

test('an expired link, and one that a mail program cut off, offer a new one', async () => {
  const message = 'This link has expired or was already used. Ask for a new one.';
  mockServer({ ...local, [`POST ${reset}`]: refusal(404, 'not_found', message) });
  const { user } = showReset();
  await user.type(screen.getByLabelText(/^New password/), 'ridge cap shingle{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
  document.body.innerHTML = '';
  showReset('');
  expect(screen.getByRole('alert')).toHaveTextContent('This link is incomplete.');
});

test('opening the link alone, as a mail filter does, verifies nothing', async () => {
  const fetch = mockServer({ ...local, [`POST ${verify}`]: { email: 'luis@rios.example' } });
  const { user } = showVerify();
  const confirm = await screen.findByRole('button', { name: 'Confirm my address' });
  expect(lastRequestTo(fetch, verify)).toBeNull();
  await user.click(confirm);
  expect(await screen.findByRole('status')).toHaveTextContent('luis@rios.example is confirmed.');
  expect(lastRequestTo(fetch, verify)).toEqual({ token: 't0ken' });
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in');
});

test('an expired link is replaced at once for a signed-in user, and after the sign-in for others', async () => {
  const message = 'This link has expired or was already used. Ask for a new one.';
  const fetch = mockServer({
    ...local,
    [`POST ${verify}`]: refusal(404, 'not_found', message),
    [`POST ${resend}`]: { sentTo: 'luis@rios.example' },
  });
  const first = showVerify();
  await first.user.click(await screen.findByRole('button', { name: 'Confirm my address' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeInTheDocument();
  document.body.innerHTML = '';
  storeToken('a-token');
  const { user } = showVerify('');
  await user.click(await screen.findByRole('button', { name: 'Send the link again' }));
  expect(await screen.findByText('A new link is on its way to your email.')).toBeInTheDocument();
  expect(fetch.mock.calls.map(([path]) => path)).toContain(resend);
});
