import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { applyEvents } from '@/queries/live/applyEvents';
import { aJob } from '@/testing/aJob';
import { anEntry, aPage } from '@/testing/anEntry';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { JobHistory } from './JobHistory';

const job = aJob(7);
const path = `/api/activity/job/${job.id}`;
const first = `GET ${path}`;

const open = (shown = true) =>
  renderIn(() => <JobHistory job={job} shown={shown} />, { profile: signedIn() });

test('the history shows who moved the job, and loads earlier entries on request back to the first', async () => {
  mockServer({
    [first]: aPage([anEntry(3), anEntry(2)], 'entry-2'),
    [`${first}?before=entry-2`]: aPage([anEntry(1)]),
  });
  const { user } = open();
  expect(await screen.findByText('Marisol Vega changed the job 3.')).toBeVisible();
  expect(screen.queryByText('This is the beginning of the history.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show earlier' }));
  expect(await screen.findByText('Marisol Vega changed the job 1.')).toBeVisible();
  expect(screen.getByText('This is the beginning of the history.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull();
});

test('a change by another user shows while the history is open', async () => {
  const answers: Record<string, unknown> = { [first]: aPage([anEntry(1)]) };
  mockServer(answers);
  const { queries } = open();
  expect(await screen.findByText(/the job 1/)).toBeVisible();
  answers[first] = aPage([anEntry(2), anEntry(1)]);
  act(() => applyEvents(queries, [{ event: 'job', data: job }]));
  expect(await screen.findByText(/the job 2/)).toBeVisible();
  answers[first] = aPage([anEntry(3), anEntry(2), anEntry(1)]);
  act(() => applyEvents(queries, [{ event: 'work_order_deleted', data: { id: 'order', jobId: job.id } }]));
  expect(await screen.findByText(/the job 3/)).toBeVisible();
});

test('a history that is not shown is not fetched', async () => {
  const fetch = mockServer({ [first]: aPage([anEntry(1)]) });
  open(false);
  await Promise.resolve();
  expect(fetch).not.toHaveBeenCalled();
});

test('a history that cannot be loaded does not look empty, and can be loaded again', async () => {
  const answers: Record<string, unknown> = { [first]: refusal(403, 'forbidden', 'Unauthorized') };
  mockServer(answers);
  const { user } = open();
  expect(await screen.findByText('Unauthorized')).toBeVisible();
  answers[first] = aPage([anEntry(1)]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/the job 1/)).toBeVisible();
});

test('a new job shows that it has no changes yet', async () => {
  mockServer({ [first]: aPage([]) });
  open();
  expect(await screen.findByText('No changes yet')).toBeVisible();
});

test('earlier entries that cannot be loaded leave the others, and can be loaded again', async () => {
  const answers: Record<string, unknown> = { [first]: aPage([anEntry(2)], 'entry-2') };
  mockServer(answers);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Show earlier' }));
  expect(await screen.findByText('Earlier entries could not be loaded.')).toBeVisible();
  expect(screen.getByText(/the job 2/)).toBeVisible();
  answers[`${first}?before=entry-2`] = aPage([anEntry(1)]);
  await user.click(screen.getByRole('button', { name: 'Show earlier' }));
  expect(await screen.findByText(/the job 1/)).toBeVisible();
});

test('without a live connection the history is fetched again automatically', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answers: Record<string, unknown> = { [first]: aPage([anEntry(1)]) };
  mockServer(answers);
  open();
  expect(await screen.findByText(/the job 1/)).toBeVisible();
  answers[first] = aPage([anEntry(2), anEntry(1)]);
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  await waitFor(() => expect(screen.getByText(/the job 2/)).toBeVisible());
});
