import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderIn } from '@/testing/render';

import { useWhatsNew } from './useWhatsNew';
import { WhatsNewBanner } from './WhatsNewBanner';

function Page() {
  const { shown, dismiss } = useWhatsNew();
  return shown ? <WhatsNewBanner onDismiss={dismiss} /> : <p>no banner</p>;
}

const show = (at = '/app/jobs') => renderIn(() => <Page />, { at, path: '/app/*' });
const banner = () => screen.queryByRole('complementary', { name: "What's new?" });
const on = (day: string) => vi.setSystemTime(new Date(`${day}T09:00:00`));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  on('2026-06-11');
});
afterEach(() => vi.useRealTimers());

test('the first page of a day shows the banner, which links to the release notes', async () => {
  const { user, router } = show();
  expect(banner()).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Read more' }));
  expect(router.state.location.pathname).toBe('/app/latest');
  await waitFor(() => expect(banner()).not.toBeInTheDocument());
});

test('a dismissed banner stays away on every page of that day', async () => {
  const { user, router } = show();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(banner()).not.toBeInTheDocument();
  await router.navigate('/app/company');
  expect(banner()).not.toBeInTheDocument();
});

test('opening the app a second time on one day does not show it again', () => {
  show();
  expect(banner()).toBeVisible();
  document.body.innerHTML = '';
  show();
  expect(screen.getByText('no banner')).toBeInTheDocument();
});

test('an app that stays open overnight shows it again the next morning', async () => {
  const { user, router } = show();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  on('2026-06-12');
  await router.navigate('/app/company');
  await waitFor(() => expect(banner()).toBeVisible());
});

test('a user who has opened the release notes sees no banner', async () => {
  const { router } = show('/app/latest');
  expect(banner()).not.toBeInTheDocument();
  await router.navigate('/app/jobs');
  expect(banner()).not.toBeInTheDocument();
});
