import type { SignInMethods as Methods } from '@bindings';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { navigateAway, replaceLocation } from '@/queries/accounts/externalNavigation';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { SignInMethods } from './SignInMethods';

vi.mock('@/queries/accounts/externalNavigation', () => ({ navigateAway: vi.fn(), replaceLocation: vi.fn() }));

const path = '/api/auth/signInMethods';
const settings = '/app/user/settings';
const google = { id: 'google', name: 'Google', linkedAt: '2026-06-01T12:00:00Z' };
const microsoft = { id: 'microsoft', name: 'Microsoft', linkedAt: null };
const methods = (change: Partial<Methods> = {}): Methods => ({
  providers: [google, microsoft],
  hasPassword: true,
  signedInRecently: true,
  ...change,
});
const answer = (change: Partial<Methods> = {}) => ({ [`GET ${path}`]: { signInMethods: methods(change) } });
const show = (query = '', isConfirmed = true) =>
  renderIn(() => <SignInMethods isConfirmed={isConfirmed} />, {
    profile: signedIn(),
    at: `${settings}${query}`,
    path: settings,
  });

beforeEach(() => vi.clearAllMocks());

test('a provider is linked at its own page', async () => {
  mockServer({ ...answer(), [`POST ${path}/microsoft/link`]: { url: 'https://id.example/auth?state=1' } });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Link Microsoft' }));
  await waitFor(() =>
    expect(navigateAway).toHaveBeenCalledExactlyOnceWith('https://id.example/auth?state=1'),
  );
});

test('a provider that does not answer is reported, and the user stays here', async () => {
  mockServer({
    ...answer(),
    [`POST ${path}/microsoft/link`]: refusal(503, 'unavailable', 'It does not answer.'),
  });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Link Microsoft' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('It does not answer.');
  expect(navigateAway).not.toHaveBeenCalled();
});

test('a provider is unlinked after a question, and shows as not linked at once', async () => {
  const rest = methods({ providers: [{ ...google, linkedAt: null }, microsoft] });
  mockServer({ ...answer(), [`DELETE ${path}/google`]: { signInMethods: rest } });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Unlink Google' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Unlink' }));
  expect(await screen.findByRole('button', { name: 'Link Google' })).toBeInTheDocument();
  expect(screen.getByText('Google was unlinked.')).toBeInTheDocument();
});

test('the last way to sign in cannot be unlinked, and the reason shows', async () => {
  mockServer(answer({ hasPassword: false }));
  show();
  expect(await screen.findByRole('button', { name: 'Unlink Google' })).toBeDisabled();
  expect(screen.getByText(/only way to sign in/)).toBeInTheDocument();
});

test('after a while, changes require a new sign-in that leads back here', async () => {
  mockServer({ ...answer({ signedInRecently: false }), 'POST /api/auth/logout': {} });
  const { user } = show();
  expect(await screen.findByRole('button', { name: 'Unlink Google' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Link Microsoft' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Sign in again' }));
  await waitFor(() =>
    expect(replaceLocation).toHaveBeenCalledExactlyOnceWith(
      '/sign-in?again=true&return_to=%2Fapp%2Fuser%2Fsettings',
    ),
  );
});

test('how a link ended shows until it is closed', async () => {
  mockServer(answer());
  const { router, user } = show('?signInLink=taken');
  expect(await screen.findByText(/another Ridgeline account already uses/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.queryByText(/another Ridgeline account/)).not.toBeInTheDocument();
});

test('before the address is confirmed nothing is linked, and the reason shows', async () => {
  mockServer(answer());
  show('', false);
  expect(await screen.findByRole('button', { name: 'Link Microsoft' })).toBeDisabled();
  expect(screen.getByText('Confirm your email address first.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Unlink Google' })).toBeEnabled();
});

test('a link that has to begin at another address says so there', async () => {
  mockServer(answer());
  show('?signInLink=address');
  expect(await screen.findByText(/only works at this address/)).toBeInTheDocument();
});

test('where there is only one way to sign in, nothing shows', async () => {
  const fetch = mockServer(answer({ providers: [] }));
  show();
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(screen.queryByText('Sign-in methods')).not.toBeInTheDocument();
});
