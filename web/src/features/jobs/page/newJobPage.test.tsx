/** A job that was made without a network. @alone: it imports a fake IndexedDB, which other tests do without. */
import 'fake-indexeddb/auto';

import { act, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportReachable } from '@/api/connectivity';
import { notice } from '@/i18n';
import { jobKeys } from '@/queries/jobs/jobsCache';
import { outbox } from '@/queries/offline/outbox';
import * as settled from '@/queries/offline/outboxResults';
import { discard, flush, startOutbox } from '@/queries/offline/outboxSender';
import {
  announceExchange,
  isTemporaryId,
  newTemporaryId,
  rememberExchange,
} from '@/queries/offline/temporaryIds';
import { aJob } from '@/testing/aJob';
import { fakeOutboxServer } from '@/testing/outboxServer';
import { aUser, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { NewJobPanel } from '../edit/NewJobPanel';
import { JobPage } from './JobPage';

let end: () => void = () => undefined;

beforeEach(() => {
  indexedDB.deleteDatabase('ridgeline.outbox');
  localStorage.clear();
});
afterEach(async () => {
  end();
  await flush();
});

const Screen = () =>
  useLocation().pathname === '/app/jobs/new' ? (
    <NewJobPanel base="/app/jobs" />
  ) : (
    <JobPage base="/app/jobs" />
  );

/** Fills in the form of a new job without a network; the page of the job opens. */
async function makeJob() {
  const server = fakeOutboxServer();
  server.network = 'gone';
  const shown = renderIn(() => <Screen />, {
    profile: signedIn(),
    at: '/app/jobs/new',
    path: '/app/jobs/:id',
  });
  end = startOutbox(shown.queries, aUser.id, settled);
  const { user, router } = shown;
  await user.type(await screen.findByLabelText(/^Title/), 'Whitaker re-roof');
  await user.type(screen.getByLabelText(/^City/), 'Littleton');
  await user.type(screen.getByLabelText(/^State/), 'CO');
  await user.click(screen.getByRole('button', { name: 'Create job' }));
  const page = await screen.findByRole('dialog', { name: /Whitaker re-roof/ });
  const address = router.state.location.pathname;
  const back = async () => {
    server.network = 'there';
    reportReachable(true);
    await act(flush);
  };
  return { ...shown, server, page, address, back };
}

test('a job made without a network opens, takes notes, and says that it waits', async () => {
  const { page, address, user } = await makeJob();
  expect(isTemporaryId(address.split('/').at(-1) ?? '')).toBe(true);
  expect(within(page).getByText('Waiting to upload')).toBeVisible();
  expect(
    within(page)
      .getAllByRole('tab')
      .map(({ textContent }) => textContent),
  ).toEqual(['Details', expect.stringMatching(/^Photos|^Images/), expect.stringMatching(/^Notes/)]);
  await user.click(within(page).getByRole('tab', { name: /^Notes/ }));
  await user.type(await screen.findByRole('textbox', { name: 'New note' }), 'The dog bites.');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() =>
    expect(screen.getByRole('listitem')).toHaveTextContent(/Waiting to upload.*The dog bites\./),
  );
  expect(outbox.read().map(({ kind }) => kind)).toEqual(['createJob', 'note']);
});

test('while a job is stored, its open page gets the address of the server and keeps what is typed', async () => {
  const { page, user, router, server, back, address } = await makeJob();
  await user.click(within(page).getByRole('tab', { name: /^Notes/ }));
  const box = await screen.findByRole('textbox', { name: 'New note' });
  await user.type(box, 'Not yet sent.');
  const [entry] = outbox.read();
  if (entry?.kind !== 'createJob') throw new Error('the new job is gone');
  server.answers[`/api/jobs/job/stored-${entry.id}`] = { info: { ...entry.job, id: `stored-${entry.id}` } };
  await back();
  const key = server.stored.find(({ path }) => path === '/api/jobs/create')?.key;
  await waitFor(() => expect(router.state.location.pathname).toBe(`/app/jobs/stored-${key}`));
  expect(router.state.location.pathname).not.toBe(address);
  expect(screen.getByRole('textbox', { name: 'New note' })).toBe(box);
  expect(box).toHaveValue('Not yet sent.');
  await waitFor(() => expect(within(page).queryByText('Waiting to upload')).toBeNull());
});

test('a job stays open, with what is typed, when its id is known and the network is gone before it was fetched', async () => {
  const { page, user, address, queries } = await makeJob();
  await user.click(within(page).getByRole('tab', { name: /^Notes/ }));
  const box = await screen.findByRole('textbox', { name: 'New note' });
  await user.type(box, 'Not yet sent.');
  // The answer had come when the browser was killed, but the entry had not been removed.
  const { id } = aJob(7);
  rememberExchange(address.split('/').at(-1) ?? '', id);
  act(announceExchange);
  await waitFor(() => expect(queries.getQueryState(jobKeys.one(id))?.status).toBe('error'));
  expect(await screen.findByRole('textbox', { name: 'New note' })).toBe(box);
  await act(() => discard(outbox.read()));
  expect(screen.getByRole('textbox', { name: 'New note' })).toBe(box);
  expect(box).toHaveValue('Not yet sent.');
});

test('an open page keeps what is typed when its job turns out to have been made here before a restart', async () => {
  const job = aJob(1);
  mockServer({ [`GET /api/jobs/job/${job.id}`]: { info: job } });
  const { user, queries } = renderIn(() => <JobPage base="/app/jobs" />, {
    profile: signedIn(),
    at: `/app/jobs/${job.id}?view=notes`,
    path: '/app/jobs/:id',
  });
  const box = await screen.findByRole('textbox', { name: 'New note' });
  await user.type(box, 'Not yet sent.');
  act(() => {
    rememberExchange(newTemporaryId(), job.id);
    announceExchange();
    queries.setQueryData(jobKeys.one(job.id), { ...job, title: 'Renamed' });
  });
  expect(await screen.findByRole('dialog', { name: /^Renamed/ })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'New note' })).toBe(box);
  expect(box).toHaveValue('Not yet sent.');
});

test('the page of a discarded job says that there is none', async () => {
  await makeJob();
  await act(() => discard(outbox.read()));
  expect(await screen.findByText(notice('jobNotFound'))).toBeVisible();
});

test('what a new job is not ready for is refused with the reason, and not sent', async () => {
  const { page, user, server } = await makeJob();
  const calls = server.calls.length;
  await user.click(within(page).getByRole('button', { name: /tag/i }));
  await user.type(await screen.findByRole('textbox', { name: /tag/i }), 'Steep');
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/^This job has not been uploaded yet\./)).toBeVisible();
  expect(server.calls).toHaveLength(calls);
});

test('a refused job can be corrected in its form', async () => {
  const { user, router, server, back } = await makeJob();
  server.refuse = ({ body }) => (body.title === 'Whitaker' ? null : refusal(422, 'validation', 'Too long.'));
  await back();
  const [entry] = outbox.read();
  if (entry?.kind !== 'createJob') throw new Error('the new job is gone');
  expect(entry.state).toBe('refused');
  await act(() => router.navigate('/app/jobs/new', { state: { refused: entry.job.id } }));
  const title = await screen.findByLabelText(/^Title/);
  expect(title).toHaveValue('Whitaker re-roof');
  await user.clear(title);
  await user.type(title, 'Whitaker');
  await user.click(screen.getByRole('button', { name: 'Create job' }));
  await waitFor(() => expect(server.stored.map(({ body }) => body.title)).toEqual(['Whitaker']));
});
