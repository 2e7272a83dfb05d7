import type { Job } from '@bindings';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { aJob } from '@/testing/aJob';
import { refusal, renderIn, signedIn } from '@/testing/render';

import { UnscheduledStrip } from './unscheduled/UnscheduledStrip';
import { useCalendarJobs } from './useCalendarJobs';
import { noFilters, useCalendarView } from './useCalendarView';
import { useJobMoves } from './useJobMoves';

const days = { from: '2026-05-31', to: '2026-07-04' };
const span = { startDate: '2026-06-24', endDate: '2026-06-24' };
const waiting = aJob(1, { title: 'Lindqvist tear-off' });
const running = aJob(2, { title: 'Whitaker re-roof', startDate: '2026-06-09', endDate: '2026-06-12' });
const done = aJob(3, {
  title: 'Okoye gutters',
  status: 'complete',
  startDate: '2026-06-04',
  endDate: '2026-06-05',
});

/** The lists of the calendar without the grid, with buttons to move each job. */
function Board() {
  const { onGrid, inStrip } = useCalendarJobs(days, noFilters, false);
  const { move, takeOff } = useJobMoves();
  const row = (job: Job) => (
    <li key={job.id}>
      {job.title}
      <button type="button" onClick={() => void move(job, span)}>
        move {job.title}
      </button>
      <button type="button" onClick={() => void takeOff(job)}>
        take off {job.title}
      </button>
    </li>
  );
  return (
    <>
      <ul aria-label="grid">{onGrid.map(row)}</ul>
      <ul aria-label="strip">{inStrip.map(row)}</ul>
    </>
  );
}

/** A fake server that responds to changes only when the test calls `answer`. */
function delayedServer() {
  let settle: (response: Response) => void = () => undefined;
  const fetch = vi.fn((path: string, init: RequestInit = {}) => {
    if (init.method === 'POST') return new Promise<Response>((resolve) => (settle = resolve));
    const jobs = path.includes('unscheduled') ? [waiting] : [running, done];
    return Promise.resolve(Response.json({ jobs }));
  });
  vi.stubGlobal('fetch', fetch);
  const posted = () => fetch.mock.calls.filter(([, init]) => init?.method === 'POST');
  return { posted, answer: (response: Response) => settle(response) };
}

const list = (name: string) => screen.getByRole('list', { name });

test('a scheduled job moves from the strip to the grid at once, and back when the server fails', async () => {
  const server = delayedServer();
  const { user } = renderIn(() => <Board />, { profile: signedIn() });
  await user.click(await screen.findByRole('button', { name: 'move Lindqvist tear-off' }));
  await waitFor(() => expect(list('grid')).toHaveTextContent('Lindqvist'));
  expect(list('strip')).toBeEmptyDOMElement();
  await waitFor(() => expect(server.posted()).toHaveLength(1));

  server.answer(refusal(500, 'internal', 'Something broke.'));
  await waitFor(() => expect(list('strip')).toHaveTextContent('Lindqvist'));
  expect(list('grid')).not.toHaveTextContent('Lindqvist');
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    'There was an error updating this job. Please try again in a moment.',
  );
});

test('an unscheduled job is in the strip at once, and a toast confirms it', async () => {
  const server = delayedServer();
  const { user } = renderIn(() => <Board />, { profile: signedIn() });
  await user.click(await screen.findByRole('button', { name: 'take off Whitaker re-roof' }));
  await waitFor(() => expect(list('strip')).toHaveTextContent('Whitaker'));
  expect(list('grid')).not.toHaveTextContent('Whitaker');
  await waitFor(() => expect(server.posted()).toHaveLength(1));

  server.answer(Response.json({ job: { ...running, startDate: null, endDate: null } }));
  expect(await screen.findByText("We've updated your schedule.")).toBeVisible();
});

test('a member who moves a job reads in Spanish why it stays, and nothing is sent', async () => {
  const server = delayedServer();
  setLanguage('spanish');
  const { user } = renderIn(() => <Board />, {
    profile: signedIn({ userType: 'member', language: 'spanish' }),
  });
  await user.click(await screen.findByRole('button', { name: 'move Whitaker re-roof' }));
  const popup = await screen.findByRole('alertdialog');
  expect(popup).toHaveTextContent('Solo los administradores pueden cambiar el calendario...');
  expect(server.posted()).toEqual([]);
  expect(list('grid')).toHaveTextContent('Whitaker');
});

test('a completed job stays where it is, and the popup says why', async () => {
  const server = delayedServer();
  const { user } = renderIn(() => <Board />, { profile: signedIn() });
  await user.click(await screen.findByRole('button', { name: 'take off Okoye gutters' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'You can not reschedule jobs which are marked as complete.',
  );
  expect(server.posted()).toEqual([]);
});

interface StripProps {
  open: (id: string) => void;
  jobs?: Job[];
}

function Strip({ open, jobs = [waiting] }: StripProps) {
  return <UnscheduledStrip jobs={jobs} calendar={useCalendarView()} onOpen={open} />;
}

test('the strip can be hidden to make space, and shown again', async () => {
  const { user, router } = renderIn(() => <Strip open={() => undefined} />, { profile: signedIn() });
  expect(screen.getByRole('button', { name: /Lindqvist/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('button', { name: /Lindqvist/ })).toBeNull();
  // The number of unscheduled jobs is still shown.
  expect(screen.getByRole('region', { name: 'Unscheduled' })).toHaveTextContent('1');
  expect(router.state.location.search).not.toBe('');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByRole('button', { name: /Lindqvist/ })).toBeVisible();
});

test('six thousand imported jobs are counted, but only the visible cards are rendered', async () => {
  // jsdom has no layout; a window without width would show no cards.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(70);
  const jobs = Array.from({ length: 6_000 }, (_, at) => aJob(at + 1));
  renderIn(() => <Strip open={() => undefined} jobs={jobs} />, { profile: signedIn() });
  expect(screen.getByText('6000')).toBeVisible();
  const cards = await screen.findAllByRole('button', { name: /Job \d+/ });
  expect(cards.length).toBeGreaterThan(4);
  expect(cards.length).toBeLessThan(20);
  vi.restoreAllMocks();
});

test('a user who may not schedule reads why when they try to drag a card', async () => {
  setLanguage('spanish');
  const open = vi.fn();
  renderIn(() => <Strip open={open} />, { profile: signedIn({ userType: 'member', language: 'spanish' }) });
  const card = screen.getByRole('button', { name: /Lindqvist/ });
  fireEvent.pointerDown(card, { button: 0, clientX: 100, clientY: 700, pointerType: 'mouse' });
  fireEvent.pointerUp(window, { clientX: 260, clientY: 420, pointerType: 'mouse' });
  fireEvent.click(card);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'Solo los administradores pueden cambiar el calendario...',
  );
  expect(open).not.toHaveBeenCalled();
});

test('a card opens its job by keyboard, for users who do not drag', async () => {
  const open = vi.fn();
  const { user } = renderIn(() => <Strip open={open} />, { profile: signedIn() });
  screen.getByRole('button', { name: /Lindqvist/ }).focus();
  await user.keyboard('{Enter}');
  expect(open).toHaveBeenCalledWith(waiting.id);
});
