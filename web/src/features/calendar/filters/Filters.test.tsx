import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { mockServer, renderIn, signedIn } from '@/testing/render';

import { IconRail } from '../IconRail';
import { useCalendarJobs } from '../useCalendarJobs';
import { useCalendarView } from '../useCalendarView';
import { Filters } from './Filters';
import { NoMatches } from './NoMatches';

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
const inAutumn = aJob(5, {
  title: 'Baptiste',
  startDate: '2026-10-05',
  endDate: '2026-10-07',
  city: 'Boulder',
});
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
      <NoMatches calendar={calendar} when={jobs.allHidden} />
      <Filters calendar={calendar} locations={jobs.locations} />
    </>
  );
}

function Rail() {
  return <IconRail calendar={useCalendarView()} />;
}

function open(search = '') {
  mockServer({
    'GET /api/jobs/myJobs/contractor?from=2026-05-31&to=2026-07-04': { jobs: dated },
    'GET /api/jobs/myJobs/contractor?unscheduled=true': { jobs: undated },
    'GET /api/jobs/myJobs/contractor': { jobs: [...dated, ...undated, inAutumn] },
  });
  const path = '/app/calendar';
  return renderIn(() => <Board />, { profile: signedIn(), at: `${path}?date=2026-06-11${search}`, path });
}

test('a city filters the jobs of the grid and the strip', async () => {
  const { user, router } = open();
  expect(await screen.findByText('grid: Whitaker, Ellery, Okoye; strip: Lindqvist.')).toBeVisible();
  const location = screen.getByRole('combobox', { name: 'Location' });
  await user.click(location);
  await user.click(await screen.findByRole('option', { name: 'littleton' }));
  expect(await screen.findByText('grid: Whitaker, Ellery; strip: .')).toBeVisible();
  expect(router.state.location.search).toContain('location=littleton');
  expect(location).toHaveFocus();
});

test('each city of any job is offered once, in lower case, even if its jobs are in another month', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('combobox', { name: 'Location' }));
  expect(await screen.findByRole('option', { name: 'boulder' })).toBeVisible();
  const offered = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(offered).toEqual(['all locations', 'arvada', 'boulder', 'golden', 'littleton']);
});

test('a filter set by keyboard keeps the focus, so that the next one is a Tab away', async () => {
  const { user } = open();
  const active = await screen.findByRole('radio', { name: 'Active' });
  await user.click(active);
  expect(await screen.findByText('grid: Ellery, Okoye; strip: Lindqvist.')).toBeVisible();
  expect(active).toHaveFocus();
});

test("'Reset' clears the dates with the other filters", async () => {
  const { user, router } = open('&status=active&from=2026-06-13&to=2026-06-20');
  expect(await screen.findByText('grid: ; strip: .')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(await screen.findByText('grid: Whitaker, Ellery, Okoye; strip: Lindqvist.')).toBeVisible();
  expect(router.state.location.search).toBe('?date=2026-06-11');
});

test('filters that hide all jobs say so, and one press clears them', async () => {
  const { user, router } = open('&status=completed&location=golden');
  expect(await screen.findByText('No jobs match these filters.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(await screen.findByText('grid: Whitaker, Ellery, Okoye; strip: Lindqvist.')).toBeVisible();
  expect(router.state.location.search).toBe('?date=2026-06-11');
});

test('an empty month is not blamed on the filters', async () => {
  mockServer({
    'GET /api/jobs/myJobs/contractor?from=2026-05-31&to=2026-07-04': { jobs: [] },
    'GET /api/jobs/myJobs/contractor?unscheduled=true': { jobs: undated },
  });
  const at = '/app/calendar?date=2026-06-11&status=active';
  renderIn(() => <Board />, { profile: signedIn(), at, path: '/app/calendar' });
  expect(await screen.findByText('grid: ; strip: Lindqvist.')).toBeVisible();
  expect(screen.queryByText('No jobs match these filters.')).toBeNull();
});

test('hidden calendars that hide all jobs are mentioned, and shown again with one press', async () => {
  const { user } = open(`&without=${calendarId},none`);
  expect(await screen.findByText('All jobs on these days are on hidden calendars.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all calendars' }));
  expect(await screen.findByText('grid: Whitaker, Ellery, Okoye; strip: Lindqvist.')).toBeVisible();
});

test('filters and hidden calendars are combined', async () => {
  open(`&location=littleton&without=${calendarId}`);
  expect(await screen.findByText('grid: Whitaker; strip: .')).toBeVisible();
});

test('the rail says that something is filtered or hidden while the panels are closed', async () => {
  open(`&location=littleton&without=${calendarId}`);
  expect(await screen.findByRole('button', { name: 'Filters, some active' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Calendars, some hidden' })).toBeVisible();
});

const openRail = (user: Parameters<typeof signedIn>[0], company: Parameters<typeof signedIn>[1] = {}) => {
  mockServer({});
  const path = '/app/calendar';
  const profile = signedIn(user, company);
  return renderIn(() => <Rail />, { profile, at: `${path}?grid=week&date=2026-06-11`, path });
};

test('New Job and New Appt are for admins of contractors, and keep the visible week', async () => {
  openRail({});
  const newJob = await screen.findByRole('link', { name: 'New Job' });
  expect(newJob).toHaveAttribute('href', '/app/calendar/newJob?grid=week&date=2026-06-11');
  const newAppt = screen.getByRole('link', { name: 'New Appt' });
  expect(newAppt).toHaveAttribute('href', '/app/calendar/new_appointment?grid=week&date=2026-06-11');
  expect(screen.getByRole('button', { name: 'Appointments' })).toBeVisible();
});

test.each([
  ['member', 'contractor', true],
  ['foreman', 'contractor', true],
  ['admin', 'subcontractor', false],
] as const)('a %s of a %s gets neither of the two', async (userType, companyType, meets) => {
  openRail({ userType }, { companyType });
  expect(await screen.findByRole('button', { name: 'Job Map' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /New (Job|Appt)/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Appointments' }) !== null).toBe(meets);
});

test('Reset clears all filters at once', async () => {
  const { user, router } = open('&status=active&location=golden&from=2026-06-01&to=2026-06-30');
  expect(await screen.findByText('grid: Okoye; strip: .')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(await screen.findByText('grid: Whitaker, Ellery, Okoye; strip: Lindqvist.')).toBeVisible();
  expect(router.state.location.search).toBe('?date=2026-06-11');
});
