import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { aFile } from '@/testing/slowForms';
import { slowUploads } from '@/testing/slowUploads';
import { companyToday } from '@/ui/dates/companyDay';

import { TodaySection } from './TodaySection';

const day = companyToday();
const tomorrow = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
const nothing = {
  jobs: [],
  unscheduled: [],
  overdue: [],
  papers: [],
  unread: 0,
  waiting: { assignments: [], connections: [], signatures: [], orders: [] },
};

test('the office sees who works where today, and jobs without a crew first', async () => {
  const crewed = { isCustom: true, customSubcontractorName: 'Torch crew', startDate: day, endDate: day };
  const jobs = [
    aJob(1, { ...crewed, title: 'Whitaker' }),
    aJob(2, { title: 'Eakin', startDate: day, endDate: day }),
  ];
  mockServer({ 'GET /api/today': { ...nothing, jobs } });
  renderIn(() => <TodaySection />, { profile: signedIn() });
  const list = await screen.findByRole('region', { name: 'Jobs of the day' });
  expect(
    within(list)
      .getAllByRole('heading', { level: 4 })
      .map((each) => each.textContent),
  ).toEqual(['No crew yet', 'Torch crew']);
  const crew = within(list).getByRole('region', { name: 'Torch crew' });
  expect(within(crew).getByRole('link', { name: /Whitaker/ })).toHaveAttribute(
    'href',
    `/app/jobs/details/${jobId(1)}`,
  );
});

test('everything that waits is counted and is a link to where it is dealt with', async () => {
  const late = [1, 2, 3, 4].map((n) =>
    aJob(n, { title: `Late ${n}`, startDate: '2026-01-05', endDate: '2026-01-06' }),
  );
  mockServer({
    'GET /api/today': { ...nothing, overdue: late, unread: 2, unscheduled: [aJob(9, { title: 'New' })] },
  });
  renderIn(() => <TodaySection />, { profile: signedIn() });
  const waiting = await screen.findByRole('region', { name: 'Waiting' });
  expect(within(waiting).getByRole('link', { name: 'Overdue jobs 4' })).toHaveAttribute(
    'href',
    '/app/jobs?tab=active',
  );
  expect(within(waiting).getByRole('link', { name: /Late 3/ })).toHaveAttribute(
    'href',
    `/app/jobs/details/${jobId(3)}`,
  );
  expect(within(waiting).queryByRole('link', { name: /Late 4/ })).toBeNull();
  expect(within(waiting).getByRole('link', { name: 'Unread messages 2' })).toHaveAttribute(
    'href',
    '/app/messages',
  );
  expect(within(waiting).getByRole('link', { name: 'Jobs without dates 1' })).toHaveAttribute(
    'href',
    '/app/calendar?show=crews',
  );
  expect(within(waiting).queryByText('Papers that run out')).toBeNull();
});

test('a quiet day says so, and an overview that could not be loaded is tried again', async () => {
  mockServer({ 'GET /api/today': refusal(500, 'internal', 'inside') });
  const { user } = renderIn(() => <TodaySection />, { profile: signedIn() });
  expect(await screen.findByText('The overview of the day could not be loaded.')).toBeVisible();
  mockServer({ 'GET /api/today': nothing });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
  expect(screen.getByText('No jobs are running today.')).toBeVisible();
});

test('a foreman has route, photo and note of the jobs of today and tomorrow under the thumb', async () => {
  const jobs = [
    aJob(1, { title: 'Whitaker', address: '417 Fatherland St', startDate: day, endDate: day }),
    aJob(2, { title: 'Eakin', startDate: tomorrow, endDate: tomorrow }),
  ];
  mockServer({ [`GET /api/jobs/myJobs/contractor?from=${day}&to=${tomorrow}`]: { jobs } });
  renderIn(() => <TodaySection />, { profile: signedIn({ userType: 'foreman' }) });
  const job = await screen.findByRole('article', { name: 'Whitaker' });
  expect(within(job).getByRole('link', { name: 'Route' })).toHaveAttribute(
    'href',
    expect.stringContaining('417%20Fatherland%20St'),
  );
  const page = `/app/jobs/details/${jobId(1)}`;
  expect(within(job).getByRole('link', { name: 'Note' })).toHaveAttribute('href', `${page}?view=notes`);
  expect(
    within(job)
      .getAllByRole('button')
      .map((each) => each.textContent),
  ).toEqual(['Photo']);
  expect(screen.getByRole('article', { name: 'Eakin' })).toBeVisible();
});

test('a photo that a foreman takes from the day is added to its job, which opens', async () => {
  const job = aJob(1, { title: 'Whitaker', startDate: day, endDate: day });
  mockServer({ [`GET /api/jobs/myJobs/contractor?from=${day}&to=${tomorrow}`]: { jobs: [job] } });
  const uploads = slowUploads();
  const { router } = renderIn(() => <TodaySection />, { profile: signedIn({ userType: 'foreman' }) });
  const card = await screen.findByRole('article', { name: 'Whitaker' });
  const camera = card.querySelector<HTMLInputElement>('input[type=file]');
  expect(camera).toHaveAttribute('capture', 'environment');
  fireEvent.change(camera as HTMLInputElement, { target: { files: [aFile('valley.jpg')] } });
  expect(router.state.location).toMatchObject({
    pathname: `/app/jobs/details/${jobId(1)}`,
    search: '?view=images',
  });
  await waitFor(() =>
    expect(uploads.map(({ path }) => path)).toEqual([`/api/jobs/uploadJobImage/${job.id}`]),
  );
});

test('an unsigned work order and an order that is late say whose job it is and open at once', async () => {
  const waiting = {
    ...nothing.waiting,
    signatures: [{ id: jobId(11), title: '#2418-1', jobId: jobId(1) }],
    orders: [
      { id: jobId(12), title: '#2418-2', jobId: jobId(1), status: 'sent', expectedOn: null },
      { id: jobId(13), title: '#2418-3', jobId: jobId(9), status: 'confirmed', expectedOn: '2026-06-10' },
    ],
  };
  mockServer({
    'GET /api/today': { ...nothing, waiting },
    'GET /api/jobs/myJobs/contractor': { jobs: [aJob(1, { title: 'Whitaker re-roof' })] },
  });
  renderIn(() => <TodaySection />, { profile: signedIn() });
  expect(await screen.findByRole('link', { name: '#2418-1 Whitaker re-roof' })).toHaveAttribute(
    'href',
    `/app/work_order/${jobId(11)}`,
  );
  expect(screen.getByRole('link', { name: '#2418-2 Whitaker re-roof Sent, not opened yet' })).toHaveAttribute(
    'href',
    `/app/purchase_order/${jobId(12)}`,
  );
  expect(screen.getByRole('link', { name: '#2418-3 Wed Jun 10' })).toBeVisible();
});

test('the office moves a wet day and takes a new job from where it sees the day, and nobody else is offered to', async () => {
  const jobs = [aJob(1, { startDate: day, endDate: day })];
  mockServer({ 'GET /api/today': { ...nothing, jobs } });
  renderIn(() => <TodaySection />, { profile: signedIn() });
  expect(await screen.findByRole('link', { name: 'Move this day' })).toHaveAttribute(
    'href',
    `/app/calendar/move/${day}`,
  );
  expect(screen.getByRole('link', { name: 'New Job' })).toHaveAttribute('href', '/app/jobs/new');
  cleanup();
  renderIn(() => <TodaySection />, { profile: signedIn({ userType: 'member' }) });
  expect(await screen.findByRole('region', { name: 'Jobs of the day' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Move this day' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'New Job' })).toBeNull();
  cleanup();
  mockServer({ 'GET /api/today': { ...nothing, jobs: [aJob(1, { status: 'complete' })] } });
  renderIn(() => <TodaySection />, { profile: signedIn() });
  expect(await screen.findByRole('region', { name: 'Jobs of the day' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Move this day' })).toBeNull();
});

test('a foreman without a job tomorrow reads that', async () => {
  mockServer({ [`GET /api/jobs/myJobs/contractor?from=${day}&to=${tomorrow}`]: { jobs: [] } });
  renderIn(() => <TodaySection />, { profile: signedIn({ userType: 'foreman' }) });
  expect(await screen.findByText('You have no job today.')).toBeVisible();
  expect(screen.getByText('You have no job tomorrow.')).toBeVisible();
});
