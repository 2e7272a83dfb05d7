import type { Notification } from '@bindings';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { jobId } from '@/testing/aJob';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { NotificationBell } from './NotificationBell';

const list = 'GET /api/notifications/user';
const seen = '/api/notifications/seen';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const accepted: Notification = {
  id: jobId(1),
  title: 'Job accepted',
  content: 'Ríos Brothers Roofing accepted Lindqvist tear-off & re-roof.',
  route: '/app/jobs/details/7',
  image: null,
  isNew: true,
  destination: 'bell',
  subject: jobId(7),
  dateInserted: minutesAgo(6),
};
const request: Notification = {
  ...accepted,
  id: jobId(2),
  title: 'Connection request',
  content: 'Duraguard Coatings wants to connect.',
  route: '/app/connections',
  destination: 'connections',
  subject: jobId(8),
  dateInserted: minutesAgo(42),
};
const declined: Notification = {
  ...accepted,
  id: jobId(3),
  title: 'Job declined',
  content: 'High Plains Sheet Metal declined Castañeda hail repair.',
  subject: jobId(9),
  isNew: false,
  dateInserted: '2025-06-09T15:00:00Z',
};
const three = [accepted, request, declined];
const quiet = three.map((each) => ({ ...each, isNew: false }));

/** A server that stores what was marked as seen. */
function mockNotifications(notifications: Notification[], answers: Record<string, unknown> = {}) {
  const given: Record<string, unknown> = { [list]: { notifications }, ...answers };
  if (!(`POST ${seen}` in given))
    Object.defineProperty(given, `POST ${seen}`, {
      get: () => {
        given[list] = { notifications: notifications.map((each) => ({ ...each, isNew: false })) };
        return { notifications: {} };
      },
    });
  return mockServer(given);
}

function open(notifications = three, answers: Record<string, unknown> = {}) {
  const fetch = mockNotifications(notifications, answers);
  const shown = renderIn(
    () => (
      <>
        <NotificationBell />
        <button type="button">account</button>
      </>
    ),
    { profile: signedIn() },
  );
  return { fetch, ...shown };
}

const bell = (name: RegExp = /^Notifications/) => screen.findByRole('button', { name });
const panel = () => screen.findByRole('dialog', { name: 'Notifications' });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the bell', () => {
  it('shows how many of its notifications are new, without those that other icons count', async () => {
    open();
    expect(await bell(/^Notifications, 1 new$/)).toHaveAttribute('aria-expanded', 'false');
  });

  it('opens on click with the newest first, each with its text, age and link', async () => {
    const { user, router } = open();
    await user.click(await bell(/1 new/));
    const rows = await within(await panel()).findAllByRole('listitem');
    expect(rows).toHaveLength(3);
    const [first, , last] = rows as [HTMLElement, HTMLElement, HTMLElement];
    expect(first).toHaveTextContent('Job accepted, new6 min. agoRíos Brothers Roofing accepted');
    expect(last).toHaveTextContent('Jun 9th 2025');
    expect(screen.getByText('No older notifications')).toBeVisible();
    await user.click(within(first).getByRole('link'));
    expect(router.state.location.pathname).toBe('/app/jobs/details/7');
  });

  it('groups notifications about one job, below the newest of them', async () => {
    const earlier = { ...accepted, id: jobId(4), title: 'Schedule changed', dateInserted: minutesAgo(90) };
    const { user } = open([accepted, request, earlier, declined]);
    await user.click(await bell(/2 new/));
    const rows = await within(await panel()).findAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('a')?.firstChild?.textContent)).toEqual([
      'Job accepted',
      'Schedule changed',
      'Connection request',
      'Job declined',
    ]);
  });

  it('marks new notifications as seen when it opens, once, and highlights them until it closes', async () => {
    const { user, fetch } = open();
    await user.click(await bell(/1 new/));
    await panel();
    await waitFor(() => expect(lastRequestTo(fetch, seen)).toEqual([accepted.id, request.id]));
    expect(await bell(/^Notifications$/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Job accepted, new' })).toBeVisible();
    await user.click(await bell());
    await isClosed();
    await user.click(await bell());
    expect(await screen.findByRole('link', { name: 'Job accepted' })).toBeVisible();
    expect(fetch.mock.calls.filter(([path]) => path === seen)).toHaveLength(1);
  });

  it('restores the dot when the server could not mark them as seen, and does not retry endlessly', async () => {
    const { user, fetch } = open(three, { [`POST ${seen}`]: refusal(500, 'internal', 'inside') });
    await user.click(await bell(/1 new/));
    await waitFor(() => expect(fetch.mock.calls.some(([path]) => path === seen)).toBe(true));
    expect(await bell(/1 new/)).toBeVisible();
    await panel();
    expect(fetch.mock.calls.filter(([path]) => path === seen)).toHaveLength(1);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('removes the highlights on request', async () => {
    const { user } = open();
    await user.click(await bell(/1 new/));
    await screen.findByRole('link', { name: 'Job accepted, new' });
    await user.click(screen.getByRole('button', { name: 'Mark all seen' }));
    expect(screen.getByRole('link', { name: 'Job accepted' })).toBeVisible();
  });

  it('explains what will be listed while there is nothing', async () => {
    const { user } = open([]);
    await user.click(await bell());
    expect(
      await screen.findByText('No notifications yet. Job answers, sign-offs and requests show up here.'),
    ).toBeVisible();
  });

  it('shows that notifications could not be fetched instead of none, and retries', async () => {
    const { user } = open(three, { [list]: refusal(403, 'forbidden', 'Unauthorized') });
    await user.click(await bell());
    expect(await screen.findByText('There was an error fetching your notifications.')).toBeVisible();
    mockNotifications(quiet);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Job accepted')).toBeVisible();
  });

  it('is shown in Spanish', async () => {
    const { user } = open();
    await bell(/1 new/);
    setLanguage('spanish');
    await user.click(await screen.findByRole('button', { name: 'Avisos, 1 nuevo' }));
    expect(await screen.findByText('hace 6 min')).toBeVisible();
  });
});

describe('the panel of the bell', () => {
  it('opens by keyboard with the focus on the first, moves by arrow keys, and returns the focus on Esc', async () => {
    const { user } = open(quiet);
    (await bell()).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Job accepted' })).toHaveFocus());
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: 'Connection request' })).toHaveFocus();
    await user.keyboard('{End}{ArrowUp}');
    expect(screen.getByRole('link', { name: 'Connection request' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await isClosed();
    expect(await bell()).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Job accepted' })).toHaveFocus());
  });

  it('closes when the user tabs on', async () => {
    const { user } = open(quiet);
    (await bell()).focus();
    await user.keyboard(' ');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Job accepted' })).toHaveFocus());
    await user.tab();
    await isClosed();
  });

  it('opens on hover, stays while the pointer is over the panel, and closes soon after it leaves', async () => {
    open(quiet);
    const button = await bell();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const enter = (element: Element, pointerType = 'mouse') =>
      fireEvent.pointerEnter(element, { pointerType });
    const leave = (element: Element) => fireEvent.pointerLeave(element, { pointerType: 'mouse' });
    const wait = (ms: number) =>
      act(() => {
        vi.advanceTimersByTime(ms);
      });
    enter(button);
    wait(60);
    expect(button).toHaveAttribute('aria-expanded', 'false');
    wait(40);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    leave(button);
    wait(100);
    enter(screen.getByRole('dialog'));
    wait(500);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    leave(screen.getByRole('dialog'));
    wait(250);
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });

  it('stays after a click when the pointer leaves, and closes on the next click or one outside', async () => {
    const { user } = open(quiet);
    await user.click(await bell());
    await panel();
    fireEvent.pointerLeave(await bell(), { pointerType: 'mouse' });
    await new Promise((go) => setTimeout(go, 300));
    expect(await bell()).toHaveAttribute('aria-expanded', 'true');
    await user.click(await bell());
    await isClosed();
    await user.click(await bell());
    await panel();
    await user.click(screen.getByRole('button', { name: 'account' }));
    await isClosed();
  });

  it('opens on the first tap and closes on the second', async () => {
    const { user } = open(quiet);
    const button = await bell();
    await user.pointer({ keys: '[TouchA]', target: button });
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await user.pointer({ keys: '[TouchA]', target: button });
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });
});
