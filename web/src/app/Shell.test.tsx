import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serverSays, showIn, signedIn } from '@/testing/show';

import { Shell } from './Shell';

function show() {
  serverSays({ 'GET /api/notifications/user': { notifications: [] } });
  return showIn(() => <Shell />, { profile: signedIn(), at: '/app/jobs', path: '/app/*' });
}

test('the menu under one’s name leads to settings, help, and polls and news', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: /Marisol/ }));
  const to = (name: string) => screen.findByRole('menuitem', { name });
  expect(await to('Settings')).toHaveAttribute('href', '/app/user/settings');
  expect(await to('Help')).toHaveAttribute('href', '/app/help');
  expect(await to('Polls and news')).toHaveAttribute('href', '/app/latest');
  expect(await to('Log out')).toBeInTheDocument();
});

test('pages that fill the window make room for the line that says what is new', async () => {
  const { user } = show();
  const page = screen.getByRole('main');
  expect(page).toHaveAttribute('data-banner');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(page).not.toHaveAttribute('data-banner'));
});
