import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderIn, signedIn } from '@/testing/render';

import { HelpButton } from './HelpButton';
import { topicsForPath } from './topics';

const show = (at = '/app/calendar') =>
  renderIn(() => <HelpButton />, { profile: signedIn(), at, path: '/app/*' });
const button = () => screen.getByRole('button', { name: 'Help' });
const panel = () => screen.queryByRole('dialog', { name: 'Help with this page' });
const point = (type: 'pointerEnter' | 'pointerLeave') => fireEvent[type](button(), { pointerType: 'mouse' });

afterEach(() => vi.useRealTimers());

test('hovering over the question mark opens help about this page, and leaving it closes that', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show();
  point('pointerEnter');
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(panel()).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Schedule jobs on the calendar' })).toHaveAttribute(
    'href',
    '/app/help?topic=calendar',
  );
  point('pointerLeave');
  await act(() => vi.advanceTimersByTimeAsync(600));
  await waitFor(() => expect(panel()).toBeNull());
});

test('without a mouse it opens on click, moves by arrow keys and closes on Esc', async () => {
  const { user } = show('/app/work_order/7');
  button().focus();
  await user.keyboard('{ArrowDown}');
  const topic = await screen.findByRole('link', { name: 'Work orders and sign-offs' });
  await waitFor(() => expect(topic).toHaveFocus());
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'All help topics' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(button()).toHaveFocus();
  await waitFor(() => expect(panel()).toBeNull());
});

test('a chosen topic closes the panel, which would cover it', async () => {
  const { user, router } = show('/app/jobs/vendors');
  await user.click(button());
  await user.click(await screen.findByRole('link', { name: 'Vendors and their contacts' }));
  expect(router.state.location.search).toBe('?topic=vendors');
  await waitFor(() => expect(panel()).toBeNull());
});

test('help over the list of jobs keeps the list open', async () => {
  const { user } = show('/app/jobs');
  await user.click(button());
  expect(await screen.findByRole('link', { name: 'Find a job' })).toHaveAttribute(
    'href',
    '/app/jobs/help?topic=jobList',
  );
});

test('every screen has topics, also one without topics of its own', () => {
  expect(topicsForPath('/app/jobs/details/7')[0]).toBe('jobDetails');
  expect(topicsForPath('/app/jobs')[0]).toBe('jobList');
  expect(topicsForPath('/app/somewhere')).toEqual(['start', 'phone']);
});
