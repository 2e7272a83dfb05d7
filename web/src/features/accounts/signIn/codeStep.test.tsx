import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readToken } from '@/api/token';
import { lastRequestTo, mockServer, refusal, renderIn } from '@/testing/render';

import { SignInScreen } from './SignInScreen';

const step = '/api/auth/local/secondFactor';
const secondFactorResponse = {
  'GET /api/auth/config': { provider: 'local' },
  'POST /api/auth/local/login': { secondFactor: 'step-1' },
};

type User = ReturnType<typeof renderIn>['user'];

async function typePassword(user: User) {
  await user.type(screen.getByLabelText(/Email/), 'luis@rios.example');
  await user.type(screen.getByLabelText(/^Password/), 'roof-deck-ridge');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

const show = () => renderIn(() => <SignInScreen />, { at: '/sign-in' });

test('the password alone does not sign in where a code is required, and the code may be pasted with a space', async () => {
  const fetch = mockServer({ ...secondFactorResponse, [`POST ${step}`]: { token: 'let-in' } });
  const { user, router } = show();
  await typePassword(user);
  const code = await screen.findByLabelText(/^Code/);
  expect(readToken()).toBeNull();
  expect(code).toHaveFocus();
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(code).toHaveAttribute('inputmode', 'numeric');
  await user.paste('123 456');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/company'));
  expect(lastRequestTo(fetch, step)).toEqual({ stepToken: 'step-1', code: '123 456' });
  expect(readToken()).toBe('let-in');
});

test('a user who does not stay signed in is signed out with the tab, with a code as well', async () => {
  mockServer({ ...secondFactorResponse, [`POST ${step}`]: { token: 'short-lived' } });
  const { user } = show();
  await user.click(screen.getByRole('checkbox', { name: 'Keep me signed in' }));
  await typePassword(user);
  await user.type(await screen.findByLabelText(/^Code/), '123456{Enter}');
  await screen.findByText('elsewhere');
  expect(readToken()).toBe('short-lived');
  expect(localStorage.getItem('ridgeline.token')).toBeNull();
});

test('a user who lost the phone signs in with a recovery code, which has letters', async () => {
  const fetch = mockServer({ ...secondFactorResponse, [`POST ${step}`]: { token: 'let-in' } });
  const { user } = show();
  await typePassword(user);
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code instead' }));
  const code = screen.getByLabelText(/^Recovery code/);
  expect(code).toHaveAttribute('inputmode', 'text');
  await user.type(code, 'abcd-efgh-ijkl-mnop{Enter}');
  await screen.findByText('elsewhere');
  expect(lastRequestTo(fetch, step)).toEqual({ stepToken: 'step-1', code: 'abcd-efgh-ijkl-mnop' });
});

test('a wrong code shows an error at its field and can be typed again', async () => {
  const message = 'That code is not correct.';
  mockServer({
    ...secondFactorResponse,
    [`POST ${step}`]: refusal(422, 'validation', 'no', [{ field: 'code', code: 'mismatch', message }]),
  });
  const { user } = show();
  await typePassword(user);
  const code = await screen.findByLabelText(/^Code/);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(code).toBeInvalid();
  await user.type(code, '000000{Enter}');
  await waitFor(() => expect(code).toHaveAccessibleDescription(message));
  expect(code).toHaveFocus();
});

test('too many wrong codes show the error message of the server', async () => {
  const message = 'Too many failed sign-ins. Wait 15 minutes.';
  mockServer({ ...secondFactorResponse, [`POST ${step}`]: refusal(429, 'duplicate_call_limit', message) });
  const { user } = show();
  await typePassword(user);
  await user.type(await screen.findByLabelText(/^Code/), '000000{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
});

test('a user who took too long starts again with the password, and sees why', async () => {
  const message = 'This sign-in took too long. Please sign in again.';
  mockServer({ ...secondFactorResponse, [`POST ${step}`]: refusal(401, 'unauthenticated', message) });
  const { user } = show();
  await typePassword(user);
  await user.type(await screen.findByLabelText(/^Code/), '123456{Enter}');
  expect(await screen.findByLabelText(/^Password/)).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent(message);
});
