import type { Job } from '@bindings';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { aCompany, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { useCalendarJobs } from '../useCalendarJobs';
import { useCalendarView } from '../useCalendarView';
import { CalendarsPanel } from './CalendarsPanel';
import { NewCalendarPanel } from './NewCalendarPanel';

const repairs = { id: jobId(90), title: 'Repairs', companyId: aCompany.id };
const south = { id: jobId(91), title: 'South metro', companyId: aCompany.id };

const on = (number: number, ...calendars: { id: string }[]) =>
  calendars.map(({ id }) => ({ jobId: jobId(number), calendarId: id }));

const day = { startDate: '2026-06-09', endDate: '2026-06-12' };
const dated = [
  aJob(1, { title: 'Whitaker re-roof', ...day, calendarAssignments: on(1, repairs) }),
  aJob(2, { title: 'Ellery re-roof', ...day, calendarAssignments: on(2, repairs, south) }),
  aJob(3, { title: 'Okoye gutters', ...day }),
];
const undated = [aJob(4, { title: 'Lindqvist tear-off', calendarAssignments: on(4, repairs) })];

const lists = {
  'GET /api/jobs/myJobs/contractor': { jobs: [...dated, ...undated] },
  'GET /api/jobs/myJobs/contractor?from=2026-05-31&to=2026-07-04': { jobs: dated },
  'GET /api/jobs/myJobs/contractor?unscheduled=true': { jobs: undated },
  [`GET /api/calendar/calendars/${aCompany.id}`]: { calendars: [repairs, south] },
};

/** The panel, and the titles that the grid and the strip would show. */
function Board() {
  const calendar = useCalendarView();
  const { onGrid, inStrip } = useCalendarJobs(calendar.days, calendar, false);
  const names = (jobs: readonly Job[]) => jobs.map(({ title }) => title).join(', ');
  return (
    <>
      <p>grid: {names(onGrid)}.</p>
      <p>strip: {names(inStrip)}.</p>
      <CalendarsPanel calendar={calendar} />
    </>
  );
}

const path = '/app/calendar';

function open(search = '', profile = signedIn(), responses: Record<string, unknown> = lists) {
  const fetch = mockServer(responses);
  const at = `${path}?date=2026-06-11&panel=calendars${search}`;
  return { fetch, ...renderIn(() => <Board />, { profile, at, path }) };
}

const box = (name: RegExp | string) => screen.findByRole('checkbox', { name });

beforeEach(() => {
  // jsdom has no layout; a window without height would show no rows.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(272);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  for (const side of ['offsetWidth', 'offsetHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

test('hiding a calendar hides its jobs in the grid and the strip, except those on another calendar', async () => {
  const { user, router } = open();
  expect(await screen.findByText('grid: Whitaker re-roof, Ellery re-roof, Okoye gutters.')).toBeVisible();
  await user.click(await box('Repairs'));
  expect(await screen.findByText('grid: Ellery re-roof, Okoye gutters.')).toBeVisible();
  expect(screen.getByText('strip: .')).toBeVisible();
  expect(router.state.location.search).toContain(`without=${repairs.id}`);
  await user.click(await box('Repairs'));
  expect(await screen.findByText('strip: Lindqvist tear-off.')).toBeVisible();
  expect(router.state.location.search).not.toContain('without');
});

test('a reload shows the same calendars as before, and the same choice for jobs on none', async () => {
  const { user } = open(`&without=${repairs.id},${south.id},none`);
  expect(await screen.findByText('grid: .')).toBeVisible();
  expect(await box('South metro')).not.toBeChecked();
  expect(await box('Not on any calendar')).not.toBeChecked();
  await user.click(await box('Not on any calendar'));
  expect(await screen.findByText('grid: Okoye gutters.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('grid: Whitaker re-roof, Ellery re-roof, Okoye gutters.')).toBeVisible();
});

test('each calendar shows how many jobs and appointments are on it', async () => {
  const meeting = { appointmentCalendarAssignments: [{ appointmentId: jobId(5), calendarId: south.id }] };
  open('', signedIn(), { ...lists, 'GET /api/appointments/company': { appointments: [meeting, meeting] } });
  await waitFor(async () => expect(await box('Repairs')).toHaveAccessibleDescription('3 jobs, 0 appts'));
  expect(await box('South metro')).toHaveAccessibleDescription('1 job, 2 appts');
  expect(await box('Not on any calendar')).toHaveAccessibleDescription('1 job, 0 appts');
});

test('a calendar can be created without leaving the panel, but not without a title', async () => {
  const storm = { id: jobId(92), title: 'Storm', companyId: aCompany.id };
  const responses: Record<string, unknown> = { ...lists };
  responses['POST /api/calendar/new'] = { calendar: storm };
  const { user, fetch } = open('', signedIn(), responses);
  await box('Repairs');
  await user.click(screen.getByRole('button', { name: 'Create calendar' }));
  expect(screen.getByLabelText(/New calendar/)).toHaveAccessibleDescription('Must provide a title');
  responses[`GET /api/calendar/calendars/${aCompany.id}`] = { calendars: [repairs, south, storm] };
  await user.type(screen.getByLabelText(/New calendar/), 'Storm{Enter}');
  expect(await box('Storm')).toBeChecked();
  expect(await screen.findByText("We've created your new calendar.")).toBeVisible();
  expect(screen.getByLabelText(/New calendar/)).toHaveValue('');
  expect(screen.getByLabelText(/New calendar/)).toHaveFocus();
  expect(fetch.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(1);
});

test('deleting a calendar says that its jobs stay, and removes its id from the URL', async () => {
  const responses: Record<string, unknown> = { ...lists };
  responses[`DELETE /api/calendar/delete/${repairs.id}`] = {};
  const { user, router } = open(`&without=${repairs.id}`, signedIn(), responses);
  await waitFor(async () => expect(await box('Repairs')).toHaveAccessibleDescription('3 jobs'));
  await user.click(screen.getByRole('button', { name: 'Delete Repairs' }));
  const question = await screen.findByRole('alertdialog', { name: 'Are you sure?' });
  expect(question).toHaveTextContent('Delete the calendar “Repairs”? It has 3 jobs.');
  expect(question).toHaveTextContent('Its jobs and appointments keep their dates');
  responses[`GET /api/calendar/calendars/${aCompany.id}`] = { calendars: [south] };
  await user.click(within(question).getByRole('button', { name: 'Yes, delete it!' }));
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Repairs' })).toBeNull());
  expect(await screen.findByText("We've deleted your calendar.")).toBeVisible();
  expect(router.state.location.search).not.toContain('without');
});

test('a calendar that the server fails to delete is restored, and stays hidden', async () => {
  const responses: Record<string, unknown> = { ...lists };
  responses[`DELETE /api/calendar/delete/${repairs.id}`] = refusal(500, 'internal', 'inside');
  const { user, router } = open(`&without=${repairs.id}`, signedIn(), responses);
  await user.click(await screen.findByRole('button', { name: 'Delete Repairs' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, delete it!' }));
  expect(await screen.findByRole('alertdialog', { name: 'Oops...' })).toHaveTextContent(
    'There was an error deleting your calendar. Please try again in a moment.',
  );
  expect(screen.getByRole('checkbox', { name: 'Repairs', hidden: true })).not.toBeChecked();
  expect(router.state.location.search).toContain('without');
});

test('jobs can be searched and put on a calendar or taken off it, and Back leads to the list', async () => {
  const put = on(3, repairs);
  const { user, fetch, router } = open('', signedIn(), {
    ...lists,
    'POST /api/calendar/assign': { assignment: put },
  });
  await user.click(await screen.findByRole('button', { name: 'Add jobs to Repairs' }));
  const search = await screen.findByRole('searchbox', { name: 'search jobs...' });
  expect(search).toHaveFocus();
  expect(router.state.location.search).toContain(`calendar=${repairs.id}`);
  expect(await box('Whitaker re-roof')).toBeChecked();
  await user.type(search, 'okoye');
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Whitaker re-roof' })).toBeNull());
  await user.click(await box('Okoye gutters'));
  expect(await box('Okoye gutters')).toBeChecked();
  await waitFor(() => expect(fetch.mock.calls.map(([to]) => to)).toContain('/api/calendar/assign'));
  await user.click(screen.getByRole('button', { name: 'Back to the calendars' }));
  expect(await screen.findByRole('button', { name: 'Add jobs to Repairs' })).toHaveFocus();
});

test('a member can see and hide calendars, and reads why they cannot change them', async () => {
  const { user } = open('', signedIn({ userType: 'member' }));
  await user.click(await box('Repairs'));
  expect(await box('Repairs')).not.toBeChecked();
  const remove = screen.getByRole('button', { name: 'Delete Repairs' });
  expect(remove).toHaveAccessibleDescription('Only admin accounts can perform this action');
  await user.click(remove);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByLabelText(/New calendar/)).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Add jobs to Repairs' }));
  expect(await box('Whitaker re-roof')).toBeDisabled();
  expect(screen.getByText('Only admin accounts can perform this action')).toBeVisible();
});

test('calendars that cannot be fetched show an error and can be fetched again', async () => {
  const responses: Record<string, unknown> = { ...lists };
  responses[`GET /api/calendar/calendars/${aCompany.id}`] = refusal(403, 'forbidden', 'Unauthorized');
  const { user } = open('', signedIn(), responses);
  expect(await screen.findByText(/Unauthorized/)).toBeVisible();
  responses[`GET /api/calendar/calendars/${aCompany.id}`] = { calendars: [repairs] };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await box('Repairs')).toBeChecked();
});

test('the form with its own URL leads back to the same month', async () => {
  const storm = { id: jobId(92), title: 'Storm', companyId: aCompany.id };
  mockServer({ ...lists, 'POST /api/calendar/new': { calendar: storm } });
  const { user, router } = renderIn(() => <NewCalendarPanel />, {
    profile: signedIn(),
    at: '/app/calendar/edit?date=2026-06-11',
    path: '/app/calendar/edit',
  });
  await user.type(await screen.findByLabelText(/Title/), 'Storm{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
  expect(router.state.location.search).toBe('?date=2026-06-11');
  expect(await screen.findByRole('alertdialog', { name: 'Sweet!' })).toHaveTextContent(
    "We've created your new calendar.",
  );
});

test('a user who may not create calendars reads why on the form', async () => {
  mockServer(lists);
  renderIn(() => <NewCalendarPanel />, {
    profile: signedIn({ userType: 'salesman' }),
    at: '/app/calendar/edit',
  });
  expect(await screen.findByText('Only admin accounts can perform this action')).toBeVisible();
  expect(screen.getByLabelText(/Title/)).toBeDisabled();
});
