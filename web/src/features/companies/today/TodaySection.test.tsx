import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';
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
    '/app/calendar',
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
  expect(within(job).getByRole('link', { name: 'Photo' })).toHaveAttribute('href', `${page}?view=images`);
  expect(within(job).getByRole('link', { name: 'Note' })).toHaveAttribute('href', `${page}?view=notes`);
  expect(within(job).queryByRole('button')).toBeNull();
  expect(screen.getByRole('article', { name: 'Eakin' })).toBeVisible();
});

test('a foreman without a job tomorrow reads that', async () => {
  mockServer({ [`GET /api/jobs/myJobs/contractor?from=${day}&to=${tomorrow}`]: { jobs: [] } });
  renderIn(() => <TodaySection />, { profile: signedIn({ userType: 'foreman' }) });
  expect(await screen.findByText('You have no job today.')).toBeVisible();
  expect(screen.getByText('You have no job tomorrow.')).toBeVisible();
});
