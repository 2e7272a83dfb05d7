import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aJob } from '@/testing/aJob';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { JobSeriesPart } from './JobSeriesPart';
import { RepeatJobPanel } from './RepeatJobPanel';

const job = aJob(1, { title: 'Spring check', startDate: '2026-03-02', endDate: '2026-03-02' });
const copies = [2, 3, 4].map((number, at) =>
  aJob(number, { title: job.title, startDate: ['2026-09-02', '2027-03-02', '2027-09-02'][at] as string }),
);
const workdays = { weekdays: [1, 2, 3, 4, 5], holidays: [], hours: null };
const answers = { 'GET /api/company/workdays': { workdays } };
const series = { id: 'a', unit: 'month', interval: 6, position: 2, count: 4, following: 2 };
const ofJob = { [`GET /api/job_series/${job.id}`]: { series } };
const [created, changed, stopped] = ['create', 'change', 'stop'].map((call) => `/api/job_series/${call}`) as [
  string,
  string,
  string,
];

test('an office sees the days that the server would give before it repeats a job', async () => {
  const fetch = mockServer({ ...answers, [`POST ${created}`]: { series, jobs: copies } });
  const onClose = vi.fn();
  const { user } = renderIn(() => <RepeatJobPanel job={job} onClose={onClose} />, { profile: signedIn() });
  const panel = await screen.findByRole('dialog', { name: 'Repeat this job' });
  expect(within(panel).getByRole('status')).toHaveTextContent('Counting the days…');
  expect(within(panel).getByRole('button', { name: /^Make/ })).toBeDisabled();
  const times = within(panel).getByRole('textbox', { name: /Jobs, with this one/ });
  await user.clear(times);
  await user.type(times, '5');
  const rule = { jobId: job.id, unit: 'month', interval: 6, times: 5 };
  await waitFor(() => expect(lastRequestTo(fetch, created)).toEqual({ ...rule, dryRun: true }));
  const days = await within(panel).findByRole('region', { name: 'The days' });
  expect(
    within(days)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Mon, Mar 2, 2026', 'Wed, Sep 2, 2026', 'Tue, Mar 2, 2027', 'Thu, Sep 2, 2027']);
  expect(onClose).not.toHaveBeenCalled();
  await user.click(within(panel).getByRole('button', { name: 'Make 3 jobs' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(lastRequestTo(fetch, created)).toEqual(rule);
  expect(await screen.findByText('3 jobs were made.')).toBeVisible();
});

test('how often that the server would refuse is said at its field, and an end that is not filled in asks nothing', async () => {
  const wrong = { field: 'times', code: 'too_large', message: 'Must be at most 60.' };
  const fetch = mockServer({ [`POST ${created}`]: refusal(422, 'validation', 'Check the fields.', [wrong]) });
  const { user } = renderIn(() => <RepeatJobPanel job={job} onClose={vi.fn()} />, { profile: signedIn() });
  const panel = await screen.findByRole('dialog', { name: 'Repeat this job' });
  expect(await within(panel).findByText('Must be at most 60.')).toBeVisible();
  expect(within(panel).queryByRole('region', { name: 'The days' })).toBeNull();
  const asked = fetch.mock.calls.length;
  await user.click(within(panel).getByRole('radio', { name: 'On a day' }));
  await waitFor(() => expect(within(panel).queryByText('Must be at most 60.')).toBeNull());
  expect(within(panel).queryByRole('status')).toBeNull();
  expect(fetch.mock.calls.length).toBe(asked);
});

test('a job says how often it repeats, and what is changed of it and those behind it is all that is sent', async () => {
  const kept = [{ jobId: copies[0]?.id, reason: 'complete' }];
  const fetch = mockServer({ ...answers, ...ofJob, [`POST ${changed}`]: { jobs: [job], kept } });
  const { user } = renderIn(() => <JobSeriesPart job={job} />, { profile: signedIn() });
  expect(await screen.findByText('Every 6 months · 2 of 4')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change this and following…' }));
  const panel = await screen.findByRole('dialog', { name: 'Change this job and those that follow' });
  const title = within(panel).getByRole('textbox', { name: /Title of these jobs/ });
  await user.clear(title);
  await user.type(title, 'Fall check');
  await user.click(within(panel).getByRole('button', { name: /^Change \d jobs?$/ }));
  expect(await screen.findByText('1 job was changed.')).toBeVisible();
  expect(screen.getByText(/1 job stays as it is/)).toBeVisible();
  expect(lastRequestTo(fetch, changed)).toEqual({ jobId: job.id, title: 'Fall check' });
});

test('the days before a change are those that the server would store, also of jobs that were moved or stay', async () => {
  const moved = copies
    .slice(0, 2)
    .map((copy, at) => ({ ...copy, startDate: ['2026-09-09', '2027-03-11'][at] as string }));
  const kept = [{ jobId: copies[2]?.id, reason: 'complete' }];
  const fetch = mockServer({ ...answers, ...ofJob, [`POST ${changed}`]: { jobs: moved, kept } });
  const { user } = renderIn(() => <JobSeriesPart job={job} />, { profile: signedIn() });
  await user.click(await screen.findByRole('button', { name: 'Change this and following…' }));
  const panel = await screen.findByRole('dialog', { name: 'Change this job and those that follow' });
  const date = within(panel).getByRole('textbox', { name: /First day of this job/ });
  await user.clear(date);
  await user.type(date, '03/04/2026');
  await waitFor(() =>
    expect(lastRequestTo(fetch, changed)).toEqual({ jobId: job.id, startDate: '2026-03-04', dryRun: true }),
  );
  const days = await within(panel).findByRole('region', { name: 'The days' });
  expect(
    within(days)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Wed, Sep 9, 2026', 'Thu, Mar 11, 2027']);
  expect(within(days).getByText(/1 job stays as it is/)).toBeVisible();
  expect(within(panel).getByRole('button', { name: 'Change 2 jobs' })).toBeVisible();
});

test('a change that the server would refuse says why before it is sent', async () => {
  mockServer({
    ...answers,
    ...ofJob,
    [`POST ${changed}`]: refusal(422, 'validation', 'Must be at most 2.', [
      { field: 'interval', code: 'too_large', message: 'Must be at most 2.' },
    ]),
  });
  const { user } = renderIn(() => <JobSeriesPart job={job} />, { profile: signedIn() });
  await user.click(await screen.findByRole('button', { name: 'Change this and following…' }));
  const panel = await screen.findByRole('dialog', { name: 'Change this job and those that follow' });
  expect(await within(panel).findByText('Must be at most 2.')).toBeVisible();
  expect(within(panel).queryByRole('region', { name: 'The days' })).toBeNull();
});

test('the jobs behind one are deleted only after a question', async () => {
  const fetch = mockServer({
    ...answers,
    ...ofJob,
    [`POST ${stopped}`]: { deleted: copies.slice(1).map(({ id }) => id), kept: [] },
  });
  const { user } = renderIn(() => <JobSeriesPart job={job} />, { profile: signedIn() });
  await user.click(await screen.findByRole('button', { name: 'Stop repeating' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('The 2 jobs that follow this one will be deleted');
  expect(lastRequestTo(fetch, stopped)).toBeNull();
  await user.click(within(question).getByRole('button', { name: 'Stop repeating' }));
  expect(await screen.findByText('2 jobs were deleted.')).toBeVisible();
  expect(lastRequestTo(fetch, stopped)).toEqual({ jobId: job.id });
});

test('a refused end of a series is explained, and nothing is said to be deleted', async () => {
  mockServer({
    ...answers,
    ...ofJob,
    [`POST ${stopped}`]: refusal(409, 'conflict', 'This does not repeat.'),
  });
  const { user } = renderIn(() => <JobSeriesPart job={job} />, { profile: signedIn() });
  await user.click(await screen.findByRole('button', { name: 'Stop repeating' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Stop repeating' }));
  expect(await screen.findByText('This does not repeat.')).toBeVisible();
  expect(screen.queryByText(/deleted\.$/)).toBeNull();
});

test('a subcontractor and a member cannot change how a job repeats', async () => {
  const fetch = mockServer({ ...answers, ...ofJob });
  renderIn(() => <JobSeriesPart job={job} />, { profile: signedIn({}, { companyType: 'subcontractor' }) });
  expect(fetch.mock.calls.some(([path]) => path.includes('job_series'))).toBe(false);
  renderIn(() => <JobSeriesPart job={job} />, { profile: signedIn({ userType: 'member' }) });
  expect(await screen.findByText('Every 6 months · 2 of 4')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
