import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { FindDays } from '@/components/planning/useAssigneeDays';
import { setLanguage } from '@/i18n';
import { aJob } from '@/testing/aJob';
import { renderIn, signedIn } from '@/testing/render';

import { useKeepLength } from '../availability/useKeepLength';
import type { DatedJob } from './dayOverflow';
import { extendedBy, movedBy } from './spans';
import { useKeyboardMoves } from './useKeyboardMoves';

const days = { from: '2026-05-31', to: '2026-07-04' };
const span = { startDate: '2026-06-09', endDate: '2026-06-11' };
const running = aJob(2, { title: 'Whitaker re-roof', ...span }) as DatedJob;
const done = aJob(3, { title: 'Okoye gutters', status: 'complete', ...span }) as DatedJob;
const both = [running, done];

const follow = vi.fn();
const explain = vi.fn();

const findDays = vi.fn<FindDays>(() => null);

function Bars() {
  const keepLength = useKeepLength();
  const moves = useKeyboardMoves({ jobs: both, days, follow, explain, findDays, keepLength });
  const { jobs, said, onKeyDown, onFocus } = moves;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the bars inside take the focus; their keys bubble up.
    <div role="presentation" onKeyDown={onKeyDown} onFocus={onFocus}>
      {jobs.map(({ id, title, startDate, endDate }) => (
        <button key={id} type="button" data-job={id}>
          {title} {startDate} {endDate}
        </button>
      ))}
      <p role="status">{said}</p>
    </div>
  );
}

function Page() {
  const [open, setOpen] = useState(true);
  return (
    <>
      {open && <Bars />}
      <button type="button" onClick={() => setOpen(false)}>
        leave
      </button>
    </>
  );
}

function server() {
  const fetch = vi.fn(async (_: string, init: RequestInit = {}) =>
    Response.json(
      init.method === 'POST'
        ? { job: running }
        : { jobs: both, workdays: { weekdays: [1, 2, 3, 4, 5], holidays: [], hours: null } },
    ),
  );
  vi.stubGlobal('fetch', fetch);
  return () =>
    fetch.mock.calls
      .filter(([, init]) => init?.method === 'POST')
      .map(([, init]) => JSON.parse(init?.body as string));
}

const bar = (title: string) => screen.getByRole('button', { name: new RegExp(title) });

const press = (title: string, key: string, shiftKey = false) =>
  fireEvent.keyDown(bar(title), { key, shiftKey });

test('arrows move a bar at once and announce where to, and only the last dates are sent', async () => {
  const posted = server();
  renderIn(() => <Page />, { profile: signedIn() });
  press('Whitaker', 'ArrowRight');
  expect(bar('Whitaker')).toHaveTextContent('2026-06-10 2026-06-12');
  expect(screen.getByText('Moved to Wed Jun 10 through Fri Jun 12')).toBeInTheDocument();
  press('Whitaker', 'ArrowDown');
  press('Whitaker', 'ArrowRight', true);
  expect(bar('Whitaker')).toHaveTextContent('2026-06-17 2026-06-20');
  expect(posted()).toEqual([]);
  await waitFor(() => expect(posted()).toHaveLength(1), { timeout: 3_000 });
  expect(posted()).toEqual([{ startDate: '2026-06-17', endDate: '2026-06-20', jobId: running.id }]);
});

test('a job keeps its working days over a weekend, and its crew is named if it is away', async () => {
  const posted = server();
  findDays.mockReturnValue({
    who: 'Ríos Brothers',
    days: new Map([['2026-06-15', { day: '2026-06-15', state: 'off' }]]),
  });
  const { queries } = renderIn(() => <Page />, { profile: signedIn() });
  await waitFor(() => expect(queries.getQueryData(['workdays'])).toBeDefined());
  for (let day = 0; day < 2; day++) press('Whitaker', 'ArrowRight');
  expect(bar('Whitaker')).toHaveTextContent('2026-06-11 2026-06-15');
  expect(
    screen.getByText('Moved to Thu Jun 11 through Mon Jun 15. Ríos Brothers does not work on Mon Jun 15.'),
  ).toBeInTheDocument();
  await waitFor(() => expect(posted()).toHaveLength(1), { timeout: 3_000 });
  expect(posted()[0]).toMatchObject({ startDate: '2026-06-11', endDate: '2026-06-15' });
  findDays.mockReturnValue(null);
});

test('a move is not lost when the user leaves the calendar right after the press', async () => {
  const posted = server();
  const { user } = renderIn(() => <Page />, { profile: signedIn() });
  press('Whitaker', 'ArrowLeft');
  await user.click(screen.getByRole('button', { name: 'leave' }));
  await waitFor(() => expect(posted()).toHaveLength(1));
  expect(posted()[0]).toMatchObject({ startDate: '2026-06-08', endDate: '2026-06-10' });
});

test('the view follows a bar that is moved beyond the month', async () => {
  const posted = server();
  renderIn(() => <Page />, { profile: signedIn() });
  for (let week = 0; week < 4; week++) press('Whitaker', 'ArrowDown');
  expect(follow).toHaveBeenLastCalledWith('2026-07-07');
  await waitFor(() => expect(posted()).toHaveLength(1), { timeout: 3_000 });
});

test('a job of one day cannot be shortened, and says so', async () => {
  const posted = server();
  renderIn(() => <Page />, { profile: signedIn() });
  for (let day = 0; day < 3; day++) press('Whitaker', 'ArrowLeft', true);
  expect(screen.getByText('It is already only one day long.')).toBeInTheDocument();
  expect(bar('Whitaker')).toHaveTextContent('2026-06-09 2026-06-09');
  await waitFor(() => expect(posted()).toHaveLength(1), { timeout: 3_000 });
});

test('a user who may not move jobs reads why in Spanish, and nothing moves', async () => {
  const posted = server();
  setLanguage('spanish');
  renderIn(() => <Page />, { profile: signedIn({ userType: 'member', language: 'spanish' }) });
  press('Whitaker', 'ArrowRight');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'Solo los administradores pueden cambiar el calendario...',
  );
  expect(bar('Whitaker')).toHaveTextContent('2026-06-09 2026-06-11');
  expect(posted()).toEqual([]);
});

test('arrow keys do not move a completed job', async () => {
  server();
  renderIn(() => <Page />, { profile: signedIn() });
  press('Okoye', 'ArrowRight');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'You can not reschedule jobs which are marked as complete.',
  );
});

test('a question mark explains the keys', () => {
  server();
  renderIn(() => <Page />, { profile: signedIn() });
  press('Whitaker', '?');
  expect(explain).toHaveBeenCalled();
  expect(screen.getByText(/Moving a job by keyboard\. The arrow keys move it/)).toBeInTheDocument();
});

test('moves cross the ends of months and leap days', () => {
  expect(movedBy({ startDate: '2028-02-28', endDate: '2028-03-01' }, 1)).toEqual({
    startDate: '2028-02-29',
    endDate: '2028-03-02',
  });
  expect(extendedBy(span, -2)).toEqual({ startDate: '2026-06-09', endDate: '2026-06-09' });
  expect(extendedBy(span, -3)).toBe(null);
});
