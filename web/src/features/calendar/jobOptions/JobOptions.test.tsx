import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { aJob } from '@/testing/aJob';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { JobOptions } from './JobOptions';

const saved = vi.hoisted(() => vi.fn());
vi.mock('@/ui/files/saveFile', () => ({ saveFile: saved }));

const job = aJob(2418, { title: 'Whitaker re-roof', startDate: '2026-06-09', endDate: '2026-06-12' });
const path = '/app/calendar/event_options/:id';
const at = `/app/calendar/event_options/${job.id}?grid=week&date=2026-06-11`;
const read = `GET /api/jobs/job/${job.id}`;

const posted = (fetch: ReturnType<typeof mockServer>) =>
  fetch.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([to, init]) => [to, JSON.parse(init?.body as string)]);

test('Escape closes the options, and the calendar still shows the same week', async () => {
  mockServer({ [read]: { info: job } });
  const { user, router } = renderIn(() => <JobOptions />, { profile: signedIn(), at, path });
  await screen.findByRole('dialog', { name: 'Whitaker re-roof' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/calendar'));
  expect(router.state.location.search).toBe('?grid=week&date=2026-06-11');
});

test('a click on the backdrop closes the options', async () => {
  mockServer({ [read]: { info: job } });
  const { user, router } = renderIn(() => <JobOptions />, { profile: signedIn(), at, path });
  await screen.findByRole('dialog', { name: 'Whitaker re-roof' });
  await user.click(document.querySelector('.mantine-Modal-overlay') as HTMLElement);
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/calendar'));
});

test('a color can be chosen by keyboard and by its name, and only the chosen one is sent', async () => {
  const recolored = { ...job, color: '#5E3218' };
  const responses: Record<string, unknown> = { [read]: { info: job } };
  responses['POST /api/jobs/update/changeColor'] = { job: recolored };
  const fetch = mockServer(responses);
  const { user } = renderIn(() => <JobOptions />, { profile: signedIn(), at, path });
  const cedar = await screen.findByRole('button', { name: 'Cedar' });
  expect(screen.getByRole('button', { name: 'Chalk line' })).toHaveAttribute('aria-pressed', 'true');
  responses[read] = { info: recolored };
  screen.getByRole('button', { name: 'Chalk line' }).focus();
  await user.keyboard('{ArrowRight}{ArrowLeft}{End}');
  expect(cedar).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(cedar).toHaveAttribute('aria-pressed', 'true'));
  expect(await screen.findByText('Job updated!')).toBeVisible();
  expect(posted(fetch)).toEqual([['/api/jobs/update/changeColor', { color: '#5E3218', jobId: job.id }]]);
});

test("'Download .ics' saves the file of this job under its own name, and shows the reason if there is none", async () => {
  const event = new Response('BEGIN:VCALENDAR', {
    headers: { 'content-disposition': 'attachment; filename="whitaker.ics"' },
  });
  const ics = `GET /api/jobs/ics/${job.id}`;
  const responses: Record<string, unknown> = { [read]: { info: job }, [ics]: event };
  mockServer(responses);
  const { user } = renderIn(() => <JobOptions />, { profile: signedIn(), at, path });
  await user.click(await screen.findByRole('button', { name: /\.ics/ }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const [name, file] = saved.mock.calls[0] as [string, File];
  expect([name, file.size]).toEqual(['whitaker.ics', 'BEGIN:VCALENDAR'.length]);
  responses[ics] = refusal(409, 'conflict', 'This job has no dates yet.');
  await user.click(screen.getByRole('button', { name: /\.ics/ }));
  expect(await screen.findByText('This job has no dates yet.')).toBeVisible();
  expect(saved).toHaveBeenCalledTimes(1);
});

test('a job without days has nothing to download', async () => {
  const open = { ...job, startDate: null, endDate: null };
  mockServer({ [read]: { info: open } });
  renderIn(() => <JobOptions />, { profile: signedIn(), at, path });
  await screen.findByRole('dialog', { name: 'Whitaker re-roof' });
  expect(screen.queryByRole('button', { name: /\.ics/ })).toBeNull();
});

test('dates can be typed instead of dragged, and a start after its end is refused in the field', async () => {
  const fetch = mockServer({
    [read]: { info: job },
    'POST /api/jobs/update/schedule': { job: { ...job, startDate: '2026-06-10', endDate: '2026-06-12' } },
  });
  const { user, router } = renderIn(() => <JobOptions />, { profile: signedIn(), at, path });
  const start = await screen.findByRole('textbox', { name: 'Start Date' });
  const type = async (text: string) => {
    await user.clear(start);
    await user.type(start, text);
    await user.click(screen.getByRole('button', { name: 'Move' }));
  };
  await type('06/20/2026');
  expect(await screen.findByText('Start date must come before end date.')).toBeVisible();
  expect(posted(fetch)).toEqual([]);
  await type('06/10/2026');
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/calendar'));
  await waitFor(() =>
    expect(posted(fetch)).toEqual([
      ['/api/jobs/update/schedule', { startDate: '2026-06-10', endDate: '2026-06-12', jobId: job.id }],
    ]),
  );
});

test('a subcontractor reads why they cannot change the color and the dates', async () => {
  mockServer({ [read]: { info: job } });
  const profile = signedIn({}, { companyType: 'subcontractor' });
  renderIn(() => <JobOptions />, { profile, at, path });
  expect(await screen.findByText('Only contractor accounts are able to change job colors.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cedar' })).toBeDisabled();
  expect(screen.getByRole('textbox', { name: 'Start Date' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Unschedule' })).toHaveAccessibleDescription(/./);
});

test('an admin of the contractor can mark a job complete from the calendar, and take that back', async () => {
  const responses: Record<string, unknown> = { [read]: { info: job } };
  responses['POST /api/jobs/complete'] = { job: { ...job, status: 'complete' } };
  const fetch = mockServer(responses);
  const { user, router } = renderIn(() => <JobOptions />, { profile: signedIn(), at, path });
  await user.click(await screen.findByRole('button', { name: 'Mark as Complete' }));
  expect(await screen.findByText(`${job.title} is marked complete.`)).toBeVisible();
  expect(router.state.location.pathname).toBe('/app/calendar');
  const { status, startDate, endDate } = job;
  const was = { status, startDate, endDate };
  expect(posted(fetch)).toEqual([['/api/jobs/complete', { jobId: job.id, isActive: false, was }]]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(posted(fetch)[1]?.[1]).toMatchObject({ jobId: job.id, isActive: true }));
});

test('a completed job can be reopened, and a member reads who may do that', async () => {
  mockServer({ [read]: { info: { ...job, status: 'complete' } } });
  renderIn(() => <JobOptions />, { profile: signedIn({ userType: 'member' }), at, path });
  const toggle = await screen.findByRole('button', { name: 'Mark as Incomplete' });
  expect(toggle).toHaveAccessibleDescription(/./);
  expect(screen.queryByRole('button', { name: 'Mark as Complete' })).toBeNull();
});

test('the options show the details link, the tags and the calendars of the job', async () => {
  mockServer({ [read]: { info: { ...job, tags: [{ id: 't1', content: 'steep', jobId: job.id }] } } });
  renderIn(() => <JobOptions />, { profile: signedIn(), at, path });
  const details = await screen.findByRole('link', { name: 'See Full Details' });
  expect(details.getAttribute('href')).toContain(`/app/calendar/job/details/${job.id}`);
  expect(screen.getByText('steep')).toBeVisible();
  expect(screen.getByRole('list', { name: 'Calendars' })).toBeVisible();
});

test('the printable card is one press away', async () => {
  mockServer({ [read]: { info: job } });
  renderIn(() => <JobOptions />, { profile: signedIn(), at, path });
  const link = await screen.findByRole('link', { name: 'View printable details card' });
  expect(link).toHaveAttribute('href', `/app/card/${job.id}`);
});

test('a job that does not exist leads back to the calendar and says so', async () => {
  mockServer({});
  setLanguage('spanish');
  const profile = signedIn({ language: 'spanish' });
  const { router } = renderIn(() => <JobOptions />, { profile, at, path });
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'No se encontraron detalles de este trabajo',
  );
  expect(router.state.location.pathname).toBe('/app/calendar');
});
