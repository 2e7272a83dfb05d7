import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockServer, renderIn, signedIn } from '@/testing/render';
import { Shell } from './Shell';
import { signedInRoutes } from './signedInRoutes';

function show() {
  mockServer({ 'GET /api/notifications/user': { notifications: [] } });
  return renderIn(() => <Shell />, { profile: signedIn(), at: '/app/jobs', path: '/app/*' });
}

test('the account menu links to settings, reports, help, and polls and news', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: /Marisol/ }));
  const to = (name: string) => screen.findByRole('menuitem', { name });
  expect(await to('Settings')).toHaveAttribute('href', '/app/user/settings');
  expect(await to('Reports')).toHaveAttribute('href', '/app/reports');
  expect(await to('Help')).toHaveAttribute('href', '/app/help');
  expect(await to('Polls and news')).toHaveAttribute('href', '/app/latest');
  expect(await to('Log out')).toBeInTheDocument();
});

test('the search field in the bar shows its shortcut and opens the search', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Find a job, customer… Ctrl K' }));
  expect(await screen.findByRole('combobox', { name: 'Search everything' })).toHaveFocus();
});

test('pages that fill the window leave space for the banner', async () => {
  const { user } = show();
  const page = screen.getByRole('main');
  expect(page).toHaveAttribute('data-banner');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(page).not.toHaveAttribute('data-banner'));
});

test('a banner asks the user to verify the address, mails the link again, and can be dismissed', async () => {
  const email = 'marisol@halvorsen.example';
  const fetch = mockServer({
    'GET /api/notifications/user': { notifications: [] },
    'GET /api/auth/account': { account: { email, emailVerified: false, hasPassword: true } },
    'POST /api/auth/local/resendVerification': { sentTo: email },
  });
  const { user } = renderIn(() => <Shell />, { profile: signedIn(), at: '/app/jobs', path: '/app/*' });
  const banner = await screen.findByRole('complementary', { name: 'Confirm your email address' });
  expect(banner).toHaveTextContent(email);
  expect(screen.getByRole('main')).toHaveAttribute('data-banner', '2');
  await user.click(within(banner).getByRole('button', { name: 'Send the link again' }));
  expect(await screen.findByText('A new link is on its way to your email.')).toBeInTheDocument();
  expect(fetch.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(1);
  await user.click(within(banner).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(banner).not.toBeInTheDocument());
  expect(screen.getByRole('main')).toHaveAttribute('data-banner', '1');
});

test('a user with a verified address does not see that banner', async () => {
  const fetch = mockServer({
    'GET /api/notifications/user': { notifications: [] },
    'GET /api/auth/account': { account: { email: 'm@h.example', emailVerified: true } },
  });
  renderIn(() => <Shell />, { profile: signedIn(), at: '/app/jobs', path: '/app/*' });
  await waitFor(() => expect(fetch).toHaveBeenCalledWith('/api/auth/account', expect.anything()));
  expect(await screen.findByRole('complementary', { name: "What's new?" })).toBeInTheDocument();
  expect(screen.queryByRole('complementary', { name: /Confirm/ })).not.toBeInTheDocument();
});

test('the logo in the bar links to the company', () => {
  show();
  expect(screen.getByRole('link', { name: 'Ridgeline, your company' })).toHaveAttribute(
    'href',
    '/app/company',
  );
});

test('onboarding does not show the news banner, because it is outside the shell', () => {
  // Its route is beside the shell, not inside it.
  expect(signedInRoutes.some(({ path }) => path?.includes('configure'))).toBe(false);
});
