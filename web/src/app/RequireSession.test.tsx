import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { newQueryClient } from '@/api/queryClient';
import { endSession, readToken, storeToken } from '@/api/token';
import { takeReturnTo } from '@/features/accounts/signIn/returnTo';
import { language } from '@/i18n';
import { anAccount } from '@/testing/anAccount';
import { aCompany, aUser, mockServer, refusal, renderIn } from '@/testing/render';

import { RequireSession } from './RequireSession';

const at = '/app/jobs';
const profile = 'GET /api/auth/fetchProfile';

const expectPath = async (router: ReturnType<typeof renderIn>['router'], path: string) =>
  waitFor(() => expect(router.state.location.pathname).toBe(path));

test('without a session the app redirects to the start page and sends no request', async () => {
  const fetch = mockServer({});
  const { router } = renderIn(() => <RequireSession />, { at });
  await expectPath(router, '/');
  expect(fetch).not.toHaveBeenCalled();
});

test('a new account is redirected to onboarding in the language of its browser', async () => {
  storeToken('t');
  mockServer({
    [profile]: { user: { ...aUser, language: 'spanish', accountCreationComplete: false }, company: null },
  });
  const { router } = renderIn(() => <RequireSession />, { at });
  await expectPath(router, '/app/configure');
  expect(language()).toBe('english');
});

test('a user with an account stays on the page, in the language of the account', async () => {
  storeToken('t');
  mockServer({ [profile]: { user: { ...aUser, language: 'spanish' }, company: aCompany } });
  const { router } = renderIn(() => <RequireSession />, { at });
  await waitFor(() => expect(language()).toBe('spanish'));
  expect(router.state.location.pathname).toBe(at);
});

test('a refused profile leads to the start page', async () => {
  storeToken('t');
  mockServer({ [profile]: refusal(403, 'forbidden', 'no') });
  const { router } = renderIn(() => <RequireSession />, { at });
  await expectPath(router, '/');
});

test('a server that is away leads nobody out of the app, which goes on by itself', async () => {
  storeToken('t');
  const answers: Record<string, unknown> = {
    [profile]: new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } }),
  };
  mockServer(answers);
  const queries = newQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  const { router, user } = renderIn(() => <RequireSession />, { at, queries });
  expect(await screen.findByRole('heading', { name: 'The server cannot be reached' })).toBeVisible();
  expect(router.state.location.pathname).toBe(at);
  expect(readToken()).toBe('t');
  answers[profile] = { user: aUser, company: aCompany };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('heading')).not.toBeInTheDocument());
  expect(router.state.location.pathname).toBe(at);
});

test('the end of the session leads to the start page from any page', async () => {
  storeToken('t');
  mockServer({ [profile]: { user: aUser, company: aCompany } });
  const { router } = renderIn(() => <RequireSession />, { at });
  await waitFor(() => expect(screen.queryByRole('main')).not.toBeInTheDocument());
  endSession();
  await expectPath(router, '/');
  expect(readToken()).toBeNull();
});

test('a slow connection is reported after five seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  storeToken('t');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  renderIn(() => <RequireSession />, { at });
  expect(await screen.findByRole('status')).toHaveTextContent('Loading');
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.getByRole('status')).toHaveTextContent('Still loading. Check your connection.');
});

const accountCall = 'GET /api/auth/account';
const account = anAccount();

test('a user who followed a link returns to it after signing in, also when the session ended meanwhile', async () => {
  mockServer({});
  const { router } = renderIn(() => <RequireSession />, { at: '/app/jobs?status=active', path: '/app/jobs' });
  await expectPath(router, '/');
  expect(takeReturnTo()).toBe('/app/jobs?status=active');
  expect(takeReturnTo()).toBeNull();
  document.body.innerHTML = '';
  storeToken('t');
  mockServer({ [profile]: { user: aUser, company: aCompany }, [accountCall]: { account } });
  const again = renderIn(() => <RequireSession />, { at: '/app/jobs/42' });
  await waitFor(() => expect(screen.queryByRole('main')).not.toBeInTheDocument());
  act(() => endSession());
  await expectPath(again.router, '/');
  expect(takeReturnTo()).toBe('/app/jobs/42');
});

test('where the server requires a verified address, the app requests nothing else before it is verified', async () => {
  storeToken('t');
  const answers: Record<string, unknown> = {
    [profile]: { user: { ...aUser, accountCreationComplete: false }, company: null },
    [accountCall]: { account: { ...account, emailVerified: false, verificationRequired: true } },
    'POST /api/auth/local/resendVerification': { sentTo: account.email },
  };
  const fetch = mockServer(answers);
  const { user, router } = renderIn(() => <RequireSession />, { at });
  expect(
    await screen.findByRole('heading', { name: 'Confirm your email address first' }),
  ).toBeInTheDocument();
  expect(screen.getByText(/marisol@halvorsen.example/)).toBeInTheDocument();
  expect(router.state.location.pathname).toBe(at);
  await user.click(screen.getByRole('button', { name: 'Send the link again' }));
  expect(await screen.findByText('A new link is on its way to your email.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'I have confirmed it' }));
  expect(await screen.findByText(/Not confirmed yet/)).toBeInTheDocument();
  const paths = new Set(fetch.mock.calls.map(([path]) => path));
  expect([...paths].sort()).toEqual([
    '/api/auth/account',
    '/api/auth/fetchProfile',
    '/api/auth/local/resendVerification',
  ]);
  answers[accountCall] = { account };
  await user.click(screen.getByRole('button', { name: 'I have confirmed it' }));
  await expectPath(router, '/app/configure');
});

test('a user with an unverified address can log out to the start page', async () => {
  storeToken('t');
  mockServer({
    [profile]: { user: aUser, company: aCompany },
    [accountCall]: { account: { ...account, emailVerified: false, verificationRequired: true } },
    'POST /api/auth/logout': new Response(null, { status: 204 }),
  });
  const { user, router } = renderIn(() => <RequireSession />, { at });
  await user.click(await screen.findByRole('button', { name: 'Log out' }));
  await expectPath(router, '/');
  await waitFor(() => expect(readToken()).toBeNull());
});
