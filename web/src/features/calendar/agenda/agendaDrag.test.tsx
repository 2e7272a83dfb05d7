import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aJob } from '@/testing/aJob';
import { renderIn, signedIn } from '@/testing/render';

import { useCalendarView } from '../useCalendarView';
import { Agenda } from './Agenda';
import { ModeSwitch } from './ModeSwitch';

const path = '/app/calendar';
const at = `${path}?date=2026-06-09`;
const running = aJob(2, { title: 'Whitaker re-roof', startDate: '2026-06-09', endDate: '2026-06-10' });
const done = aJob(3, {
  title: 'Okoye gutters',
  status: 'complete',
  startDate: '2026-06-09',
  endDate: '2026-06-09',
});

function server() {
  const fetch = vi.fn(async (address: string, init: RequestInit = {}) => {
    if (init.method === 'POST') return Response.json({ job: running });
    return Response.json({ jobs: address.includes('unscheduled') ? [] : [running, done] });
  });
  vi.stubGlobal('fetch', fetch);
  return () =>
    fetch.mock.calls
      .filter(([, init]) => init?.method === 'POST')
      .map(([address, init]) => [address, JSON.parse(init?.body as string)]);
}

const Phone = () => <Agenda calendar={useCalendarView()} />;
const Looks = () => <ModeSwitch calendar={useCalendarView()} />;

/** The element under the finger. */
let under: Element | null = null;

beforeEach(() => {
  under = null;
  document.elementFromPoint = () => under;
});

const finger = { pointerType: 'touch', button: 0, isPrimary: true };

async function lift(title: RegExp) {
  const [card] = await screen.findAllByRole('button', { name: title });
  if (card === undefined) throw new Error('no card');
  fireEvent.pointerDown(card, { ...finger, clientX: 100, clientY: 400 });
  return card;
}

const dayButton = (name: RegExp) => screen.getByRole('button', { name });

test('a card dragged by a long press moves to another day of the week, with all its days', async () => {
  const posted = server();
  renderIn(() => <Phone />, { profile: signedIn(), at, path });
  await lift(/Whitaker/);
  expect(await screen.findByText('Drop it on another day')).toBeInTheDocument();
  under = dayButton(/Friday, June 12/);
  fireEvent.pointerMove(window, { ...finger, clientX: 300, clientY: 90 });
  expect(await screen.findByText('Fri Jun 12 – Sat Jun 13')).toBeInTheDocument();
  fireEvent.pointerUp(window, { ...finger, clientX: 300, clientY: 90 });
  await waitFor(() =>
    expect(posted()).toEqual([
      ['/api/jobs/update/schedule', { startDate: '2026-06-12', endDate: '2026-06-13', jobId: running.id }],
    ]),
  );
});

test('a card dropped on the bar of unscheduled jobs is unscheduled', async () => {
  const posted = server();
  renderIn(() => <Phone />, { profile: signedIn(), at, path });
  await lift(/Whitaker/);
  await screen.findByText('Drop it on another day');
  under = screen.getByRole('button', { name: /Unscheduled/ });
  fireEvent.pointerUp(window, { ...finger, clientX: 100, clientY: 760 });
  await waitFor(() => expect(posted()).toEqual([['/api/jobs/unschedule', { jobId: running.id }]]));
});

test('Escape and a drop outside the days leave the job where it was', async () => {
  const posted = server();
  renderIn(() => <Phone />, { profile: signedIn(), at, path });
  await lift(/Whitaker/);
  await screen.findByText('Drop it on another day');
  under = dayButton(/Friday, June 12/);
  fireEvent.pointerMove(window, { ...finger, clientX: 300, clientY: 90 });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByText('Fri Jun 12 – Sat Jun 13')).toBe(null));
  fireEvent.pointerUp(window, { ...finger, clientX: 300, clientY: 90 });

  under = null;
  await lift(/Whitaker/);
  await screen.findByText('Drop it on another day');
  fireEvent.pointerUp(window, { ...finger, clientX: 300, clientY: 300 });
  await waitFor(() => expect(screen.queryByText('Drop it on another day')).toBe(null));
  expect(posted()).toEqual([]);
});

test('a finger that scrolls lifts no card', async () => {
  server();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderIn(() => <Phone />, { profile: signedIn(), at, path });
  await lift(/Whitaker/);
  fireEvent.pointerMove(window, { ...finger, clientX: 100, clientY: 360 });
  act(() => void vi.advanceTimersByTime(2_000));
  expect(screen.queryByText('Drop it on another day')).toBe(null);
  vi.useRealTimers();
});

test('a completed job is not lifted, and the long press shows why', async () => {
  const posted = server();
  renderIn(() => <Phone />, { profile: signedIn(), at, path });
  await lift(/Okoye/);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'You can not reschedule jobs which are marked as complete.',
  );
  expect(posted()).toEqual([]);
});

test('a phone offers the appointments and the map, but a subcontractor no appointments', async () => {
  const { user, router } = renderIn(() => <Looks />, { profile: signedIn(), at, path });
  expect(screen.getByRole('button', { name: 'Jobs' })).toHaveAttribute('aria-current', 'page');
  await user.click(screen.getByRole('button', { name: 'Appts' }));
  await waitFor(() => expect(router.state.location.search).toContain('show=appointments'));
  await user.click(screen.getByRole('button', { name: 'Map' }));
  await waitFor(() => expect(router.state.location.search).toContain('show=map'));
  renderIn(() => <Looks />, { profile: signedIn({}, { companyType: 'subcontractor' }), at, path });
  expect(screen.getAllByRole('button', { name: 'Map' })).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Appts' })).toHaveLength(1);
});
