import { screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { readToken, storeToken } from '@/api/token';
import { navigateAway, replaceLocation } from '@/queries/accounts/externalNavigation';
import { storeReturnTo } from '@/queries/accounts/returnTo';
import { mockServer, refusal, renderIn } from '@/testing/render';

import { ForgotPasswordScreen } from './ForgotPasswordScreen';
import { SignedInScreen } from './SignedInScreen';
import { SignInScreen } from './SignInScreen';
import { SignUpScreen } from './SignUpScreen';

vi.mock('@/queries/accounts/externalNavigation', () => ({ navigateAway: vi.fn(), replaceLocation: vi.fn() }));

const oidc = { 'GET /api/auth/config': { provider: 'oidc' } };
const exchange = '/api/auth/exchange';

beforeEach(() => vi.clearAllMocks());

const arrive = (query: string) =>
  renderIn(
    () => (
      <StrictMode>
        <SignedInScreen />
      </StrictMode>
    ),
    { at: `/signed-in${query}`, path: '/signed-in' },
  );

test('with an identity provider, users are redirected to it with the address to return to', async () => {
  mockServer(oidc);
  renderIn(() => <SignInScreen />, {
    at: '/sign-in?return_to=/app/jobs%3Fstatus%3Dactive',
    path: '/sign-in',
  });
  const link = await screen.findByRole('link', { name: 'Continue with your identity provider' });
  const address = '/api/auth/login?return_to=%2Fapp%2Fjobs%3Fstatus%3Dactive';
  expect(link).toHaveAttribute('href', address);
  await waitFor(() => expect(replaceLocation).toHaveBeenCalledExactlyOnceWith(address));
  expect(screen.queryByLabelText(/^Password/)).not.toBeInTheDocument();
});

test('a sign-up, as after an invitation, redirects to the sign-up of the provider', async () => {
  mockServer(oidc);
  renderIn(() => <SignUpScreen />, { at: '/sign-up?return_to=/inviteredirect', path: '/sign-up' });
  await waitFor(() =>
    expect(replaceLocation).toHaveBeenCalledExactlyOnceWith(
      '/api/auth/login?screen_hint=signup&return_to=%2Finviteredirect',
    ),
  );
});

test('a signed-in user is not redirected to the provider', async () => {
  mockServer(oidc);
  storeToken('still-here');
  renderIn(() => <SignInScreen />, { at: '/sign-in' });
  expect(await screen.findByRole('button', { name: 'Log out' })).toBeInTheDocument();
  expect(replaceLocation).not.toHaveBeenCalled();
});

test('a password that the provider stores cannot be reset here', async () => {
  mockServer(oidc);
  renderIn(() => <ForgotPasswordScreen />, { at: '/forgot-password' });
  expect(await screen.findByRole('link', { name: /identity provider/ })).toBeInTheDocument();
  expect(screen.queryByLabelText(/Email/)).not.toBeInTheDocument();
});

test('the code of the provider is exchanged once, and the user lands on the requested page', async () => {
  const fetch = mockServer({ ...oidc, [`POST ${exchange}`]: { token: 'let-in' } });
  const { router } = arrive('?code=c0de&return_to=/app/jobs/42');
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs/42'));
  expect(readToken()).toBe('let-in');
  expect(router.state.location.search).toBe('');
  expect(fetch.mock.calls.filter(([path]) => path === exchange)).toHaveLength(1);
});

test('a visit that started at a deep link ends there', async () => {
  storeReturnTo('/app/calendar?show=crews');
  mockServer({ ...oidc, [`POST ${exchange}`]: { token: 'let-in' } });
  const { router } = arrive('?code=c0de');
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/calendar'));
  expect(router.state.location.search).toBe('?show=crews');
});

test('a code that was used, or belongs to another browser, shows an error and leads to a new sign-in', async () => {
  const message = 'Please sign in again.';
  mockServer({ ...oidc, [`POST ${exchange}`]: refusal(401, 'unauthenticated', message) });
  const { router } = arrive('?code=old&return_to=/app/jobs/42');
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByRole('link', { name: 'Sign in again' })).toHaveAttribute(
    'href',
    '/api/auth/login?return_to=%2Fapp%2Fjobs%2F42',
  );
  expect(router.state.location.search).toBe('');
  expect(readToken()).toBeNull();
});

test('signing out ends the session at the provider, too', async () => {
  storeToken('still-here');
  const away = 'https://id.example/end?hint=1';
  mockServer({
    ...oidc,
    'POST /api/auth/logout': new Response(null, { status: 204, headers: { 'x-end-session': away } }),
  });
  const { user } = renderIn(() => <SignInScreen />, { at: '/sign-in' });
  await user.click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(navigateAway).toHaveBeenCalledExactlyOnceWith(away));
  expect(readToken()).toBeNull();
});

const google = { id: 'google', name: 'Google' };
const microsoft = { id: 'microsoft', name: 'Microsoft' };
const choice = { 'GET /api/auth/config': { provider: 'local', providers: [google, microsoft] } };

test('beside the email form, each provider has a button that leads to its sign-in and back', async () => {
  mockServer(choice);
  renderIn(() => <SignInScreen />, { at: '/sign-in?return_to=/app/jobs', path: '/sign-in' });
  expect(await screen.findByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
    'href',
    '/api/auth/login?provider=google&return_to=%2Fapp%2Fjobs',
  );
  expect(screen.getByRole('link', { name: 'Continue with Microsoft' })).toBeInTheDocument();
  expect(screen.getByLabelText(/^Password/)).toBeInTheDocument();
  expect(replaceLocation).not.toHaveBeenCalled();
});

test('new users sign up with the provider they choose', async () => {
  mockServer(choice);
  renderIn(() => <SignUpScreen />, { at: '/sign-up', path: '/sign-up' });
  expect(await screen.findByRole('link', { name: 'Continue with Microsoft' })).toHaveAttribute(
    'href',
    '/api/auth/login?provider=microsoft&screen_hint=signup',
  );
});

test('a new sign-in for a change of the settings makes the provider ask again', async () => {
  mockServer(choice);
  renderIn(() => <SignInScreen />, {
    at: '/sign-in?again=true&return_to=/app/user/settings',
    path: '/sign-in',
  });
  expect(await screen.findByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
    'href',
    '/api/auth/login?provider=google&again=true&return_to=%2Fapp%2Fuser%2Fsettings',
  );
});

test('two-step sign-in asks for the code after a provider, too', async () => {
  mockServer({
    ...choice,
    [`POST ${exchange}`]: { secondFactor: 'st3p' },
    'POST /api/auth/local/secondFactor': { token: 'let-in' },
  });
  const { router, user } = arrive('?code=c0de&return_to=/app/jobs/42');
  await user.type(await screen.findByLabelText(/^Code/), '123456');
  expect(router.state.location.search).toBe('?return_to=%2Fapp%2Fjobs%2F42');
  expect(readToken()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs/42'));
  expect(readToken()).toBe('let-in');
});
