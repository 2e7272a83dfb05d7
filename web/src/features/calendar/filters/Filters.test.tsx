import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { serverSays, showIn, signedIn } from '@/testing/show';

import { IconRail } from '../IconRail';
import { useCalendarJobs } from '../useCalendarJobs';
import { useCalendarView } from '../useCalendarView';
import { Filters } from './Filters';
import { NothingLeft } from './NothingLeft';

const day = { startDate: '2026-06-09', endDate: '2026-06-12' };
const calendarId = jobId(90);
const dated = [
  aJob(1, { title: 'Whitaker', ...day, city: 'Littleton ', status: 'complete' }),
  aJob(2, {
    title: 'Ellery',
    ...day,
    city: 'littleton',
    calendarAssignments: [{ jobId: jobId(2), calendarId }],
  }),
  aJob(3, { title: 'Okoye', ...day, city: 'Golden' }),
];
const undated = [aJob(4, { title: 'Lindqvist', city: 'Arvada' })];

function Board() {
  const calendar = useCalendarView();
  const jobs = useCalendarJobs(calendar.days, calendar, true);
  return (
    <>
      <IconRail calendar={calendar} />
      <p>
        grid: {jobs.onGrid.map(({ title }) => title).join(', ')}; strip:{' '}
        {jobs.inStrip.map(({ title }) => title).join(', ')}.
      </p>
      <NothingLeft calendar={calendar} when={jobs.allHidden} />
      <Filters calendar={calendar} locations={jobs.locations} />
    </>
  );
}

function open(asked = '') {
  serverSays({
    'GET /api/jobs/myJobs/contractor?from=2026-05-31&to=2026-07-04': { jobs: dated },
    'GET /api/jobs/myJobs/contractor?unscheduled=true': { jobs: undated },
  });
  const path = '/app/calendar';
  return showIn(() => <Board />, { profile: signedIn(), at: `${path}?date=2026-06-11${asked}`, path });
}

test('each city is offered once, in small letters, and chooses the jobs of the grid and of the strip', async () => {
  const { user, router } = open();
  expect(await screen.findByText('grid: Whitaker, Ellery, Okoye; strip: Lindqvist.')).toBeVisible();
  const location = screen.getByRole('combobox', { name: 'Location' });
  await user.click(location);
  const offered = await screen.findAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'all locations',
    'arvada',
    'golden',
    'littleton',
  ]);
  await user.click(screen.getByRole('option', { name: 'littleton' }));
  expect(await screen.findByText('grid: Whitaker, Ellery; strip: .')).toBeVisible();
  expect(router.state.location.search).toContain('location=littleton');
  expect(location).toHaveFocus();
});

test('a filter that is set by keyboard keeps the focus, so that the next one is a Tab away', async () => {
  const { user } = open();
  const active = await screen.findByRole('radio', { name: 'Active' });
  await user.click(active);
  expect(await screen.findByText('grid: Ellery, Okoye; strip: Lindqvist.')).toBeVisible();
  expect(active).toHaveFocus();
});

test('filters that leave nothing say so, and one press brings the jobs back', async () => {
  const { user, router } = open('&status=completed&location=golden');
  expect(await screen.findByText('No jobs match these filters.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(await screen.findByText('grid: Whitaker, Ellery, Okoye; strip: Lindqvist.')).toBeVisible();
  expect(router.state.location.search).toBe('?date=2026-06-11');
});

test('an empty month is not blamed on the filters', async () => {
  serverSays({
    'GET /api/jobs/myJobs/contractor?from=2026-05-31&to=2026-07-04': { jobs: [] },
    'GET /api/jobs/myJobs/contractor?unscheduled=true': { jobs: undated },
  });
  const at = '/app/calendar?date=2026-06-11&status=active';
  showIn(() => <Board />, { profile: signedIn(), at, path: '/app/calendar' });
  expect(await screen.findByText('grid: ; strip: Lindqvist.')).toBeVisible();
  expect(screen.queryByText('No jobs match these filters.')).toBeNull();
});

test('hidden calendars that take everything away are named, and shown again with one press', async () => {
  const { user } = open(`&without=${calendarId},none`);
  expect(await screen.findByText('All jobs of these days are on hidden calendars.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all calendars' }));
  expect(await screen.findByText('grid: Whitaker, Ellery, Okoye; strip: Lindqvist.')).toBeVisible();
});

test('filters and hidden calendars narrow together', async () => {
  open(`&location=littleton&without=${calendarId}`);
  expect(await screen.findByText('grid: Whitaker; strip: .')).toBeVisible();
});

test('the rail says that something is filtered or hidden while the panels are closed', async () => {
  open(`&location=littleton&without=${calendarId}`);
  expect(await screen.findByRole('button', { name: 'Filters, some are set' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Calendars, some are hidden' })).toBeVisible();
});
