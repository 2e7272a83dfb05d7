import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockServer, renderIn, signedIn } from '@/testing/render';
import { Shell } from './Shell';
import { signedInRoutes } from './signedInRoutes';

function show() {
  mockServer({ 'GET /api/notifications/user': { notifications: [] } });
  return renderIn(() => <Shell />, { profile: signedIn(), at: '/app/jobs', path: '/app/*' });
}

test('the menu under one’s name leads to settings, reports, help, and polls and news', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: /Marisol/ }));
  const to = (name: string) => screen.findByRole('menuitem', { name });
  expect(await to('Settings')).toHaveAttribute('href', '/app/user/settings');
  expect(await to('Reports')).toHaveAttribute('href', '/app/reports');
  expect(await to('Help')).toHaveAttribute('href', '/app/help');
  expect(await to('Polls and news')).toHaveAttribute('href', '/app/latest');
  expect(await to('Log out')).toBeInTheDocument();
});

test('the bar has the search as a field with its keys, which opens it', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Find a job, customer… Ctrl K' }));
  expect(await screen.findByRole('combobox', { name: 'Search everything' })).toHaveFocus();
});

test('pages that fill the window make room for the line that says what is new', async () => {
  const { user } = show();
  const page = screen.getByRole('main');
  expect(page).toHaveAttribute('data-banner');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(page).not.toHaveAttribute('data-banner'));
});

test('a quiet line asks to confirm the address, mails the link again, and goes when it is put away', async () => {
  const email = 'marisol@halvorsen.example';
  const fetch = mockServer({
    'GET /api/notifications/user': { notifications: [] },
    'GET /api/auth/account': { account: { email, emailVerified: false, hasPassword: true } },
    'POST /api/auth/local/resendVerification': { sentTo: email },
  });
  const { user } = renderIn(() => <Shell />, { profile: signedIn(), at: '/app/jobs', path: '/app/*' });
  const line = await screen.findByRole('complementary', { name: 'Confirm your email address' });
  expect(line).toHaveTextContent(email);
  expect(screen.getByRole('main')).toHaveAttribute('data-banner', '2');
  await user.click(within(line).getByRole('button', { name: 'Send the link again' }));
  expect(await screen.findByText('A new link is on its way to your email.')).toBeInTheDocument();
  expect(fetch.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(1);
  await user.click(within(line).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(line).not.toBeInTheDocument());
  expect(screen.getByRole('main')).toHaveAttribute('data-banner', '1');
});

test('who confirmed the address is not asked to', async () => {
  const fetch = mockServer({
    'GET /api/notifications/user': { notifications: [] },
    'GET /api/auth/account': { account: { email: 'm@h.example', emailVerified: true } },
  });
  renderIn(() => <Shell />, { profile: signedIn(), at: '/app/jobs', path: '/app/*' });
  await waitFor(() => expect(fetch).toHaveBeenCalledWith('/api/auth/account', expect.anything()));
  expect(await screen.findByRole('complementary', { name: "What's new?" })).toBeInTheDocument();
  expect(screen.queryByRole('complementary', { name: /Confirm/ })).not.toBeInTheDocument();
});

test('the mark in the bar leads to the company from everywhere', () => {
  show();
  expect(screen.getByRole('link', { name: 'Ridgeline, your company' })).toHaveAttribute(
    'href',
    '/app/company',
  );
});

test('who is still setting the account up is not told what is new: that screen stands outside the bars', () => {
  // The address is one of those beside the shell, not of those inside it.
  expect(signedInRoutes.some(({ path }) => path?.includes('configure'))).toBe(false);
});
