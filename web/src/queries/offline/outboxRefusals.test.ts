/** Entries that must not be sent, or not yet. @alone: it installs a fake IndexedDB, which other tests run without. */
import { waitFor } from '@testing-library/react';
import 'fake-indexeddb/auto';

import { locks } from 'node:worker_threads';
import type { Job } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportReachable } from '@/api/connectivity';
import { newQueryClient } from '@/api/queryClient';
import { storeToken } from '@/api/token';
import { profileQuery } from '@/queries/accounts/session';
import { jobKeys } from '@/queries/jobs/jobsCache';
import { aJob, jobId } from '@/testing/aJob';
import { fakeOutboxServer, type RecordedCall } from '@/testing/outboxServer';
import { aUser, refusal, signedIn } from '@/testing/render';
import { type CallTask, outbox } from './outbox';
import * as settled from './outboxResults';
import { discard, flush, overwrite, retry, startOutbox } from './outboxSender';
import { storedEntries } from './outboxStorage';
import { sendOrQueue } from './sendOrQueue';

const note = (content: string, job = 1): CallTask => ({ kind: 'note', jobId: jobId(job), content });
const texts = (calls: readonly RecordedCall[]) => calls.map(({ body }) => body.content);
const waiting = () => outbox.read().map(({ state }) => state);

let queries: QueryClient;
let end: () => void;
const queueTask = (task: CallTask) => sendOrQueue(queries, task, 'notSaved');

function open(id = aUser.id): void {
  queries = newQueryClient();
  queries.setQueryData(profileQuery.queryKey, signedIn({ id }));
  storeToken(`token of ${id}`);
  end = startOutbox(queries, id, settled);
}

beforeEach(() => {
  indexedDB.deleteDatabase('ridgeline.outbox');
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  open();
});
afterEach(async () => {
  end();
  await flush();
});

test('an entry that the rules refuse is not queued, while the user can still correct it', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  reportReachable(false);
  await expect(queueTask(note('x'.repeat(100_000)))).rejects.toMatchObject({ status: 422 });
  expect(await storedEntries(aUser.id)).toEqual([]);
});

test('a full storage is reported, and nothing shows as queued', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(queueTask(note('The dog bites.'))).rejects.toMatchObject({
    code: 'full',
    message: 'There is no space left on this device. Free up some space, then try again.',
  });
  full.mockRestore();
  expect(outbox.read()).toEqual([]);
});

test('a storage that is full by now keeps nothing from being sent: neither a new job nor what waits behind a refusal', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  reportReachable(false);
  await queueTask(note('Of a job that is gone.', 1));
  const form = { title: 'Whitaker re-roof', address: '', city: 'Littleton', state: 'CO', zip: '' };
  await queueTask({ kind: 'createJob', form, job: aJob(4) });
  await queueTask(note('Of another job.', 2));
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  server.network = 'there';
  server.refuse = ({ body }) =>
    body.content === 'Of a job that is gone.' ? refusal(404, 'not_found', 'Gone.') : null;
  reportReachable(true);
  await flush();
  full.mockRestore();
  expect(server.stored.map(({ path }) => path.split('/').at(-1) ?? '').toSorted()).toEqual([
    'addNote',
    'create',
  ]);
  expect(outbox.read()).toHaveLength(1);

  // With space again it shows why it was refused.
  await retry(outbox.read()[0]?.id ?? '');
  expect(waiting()).toEqual(['refused']);
});

test('another user on the same phone neither sees nor sends entries; their author finds them again', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  await queueTask(note('Of Marisol.'));
  end();
  expect(outbox.read()).toEqual([]);

  server.network = 'there';
  server.user = 'dalia';
  open('dalia');
  reportReachable(true);
  await flush();
  expect(outbox.read()).toEqual([]);
  expect(server.stored).toEqual([]);
  end();

  server.user = aUser.id;
  open();
  await waitFor(() => expect(texts(server.stored)).toEqual(['Of Marisol.']));
});

test('nothing is sent as a user who signed in in another tab meanwhile', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  await queueTask(note('Of Marisol.'));
  await flush();
  storeToken('token of somebody else');
  server.user = 'somebody else';
  server.network = 'there';
  reportReachable(true);
  await flush();
  expect(server.calls).toEqual([]);
  expect(waiting()).toEqual(['waiting']);
});

test('a refused note keeps its text and reason, and blocks only entries of the same job', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  await queueTask(note('Of a job that is gone.', 1));
  await queueTask(note('Behind it.', 1));
  await queueTask(note('Of another job.', 2));
  server.refuse = ({ body }) =>
    body.jobId === jobId(1) ? refusal(404, 'not_found', 'Job was not found') : null;
  server.network = 'there';
  reportReachable(true);
  await flush();
  expect(texts(server.stored)).toEqual(['Of another job.']);
  expect(outbox.read()).toMatchObject([
    { content: 'Of a job that is gone.', state: 'refused', reason: 'Job was not found' },
    { content: 'Behind it.', state: 'waiting' },
  ]);

  const [refused] = outbox.read();
  if (refused === undefined) throw new Error('nothing was refused');
  server.refuse = null;
  await retry(refused.id);
  expect(texts(server.stored)).toEqual(['Of another job.', 'Of a job that is gone.', 'Behind it.']);
});

test('a discarded entry is not sent, and the next one is', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  await queueTask(note('Wrong job.'));
  await queueTask(note('Behind it.'));
  await flush();
  await discard(outbox.read().slice(0, 1));
  server.network = 'there';
  reportReachable(true);
  await flush();
  expect(texts(server.stored)).toEqual(['Behind it.']);
});

test('a busy server gets no calls for as long as it requests', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  await queueTask(note('Patience.'));
  server.network = 'there';
  server.refuse = () => {
    const answer = refusal(429, 'rate_limited', 'Too many.');
    answer.headers.set('retry-after', '60');
    return answer;
  };
  reportReachable(true);
  await flush();
  await flush();
  expect(server.calls).toHaveLength(1);
  expect(waiting()).toEqual(['waiting']);
  const [entry] = outbox.read();
  server.refuse = null;
  if (entry !== undefined) await retry(entry.id);
  expect(texts(server.stored)).toEqual(['Patience.']);
});

test('an ended session sends nothing more, and its entries stay queued', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  await queueTask(note('Before the end.'));
  server.network = 'there';
  server.refuse = () => refusal(401, 'unauthenticated', 'Please sign in.');
  reportReachable(true);
  await flush();
  expect(server.stored).toEqual([]);
  expect(await storedEntries(aUser.id)).toMatchObject([{ content: 'Before the end.', state: 'waiting' }]);
});

test('a job that changed meanwhile is only completed after the user confirms', async () => {
  const server = fakeOutboxServer();
  const seen = aJob(1, { startDate: '2026-06-01', endDate: '2026-06-02' });
  queries.setQueryData(jobKeys.one(seen.id), seen);
  server.network = 'gone';
  await queueTask({ kind: 'completeJob', job: seen, isActive: false });
  server.refuse = ({ body }) =>
    (body.was as Job).startDate === '2026-06-09'
      ? null
      : refusal(409, 'changed', 'This job changed meanwhile.');
  server.network = 'there';
  reportReachable(true);
  await flush();
  const [conflict] = outbox.read();
  expect(conflict).toMatchObject({ state: 'changed', reason: 'This job changed meanwhile.' });
  if (conflict?.kind !== 'completeJob') throw new Error('the completion is gone');
  expect(server.calls[0]?.body).toEqual({
    jobId: seen.id,
    isActive: false,
    was: { status: 'active', startDate: '2026-06-01', endDate: '2026-06-02' },
  });

  await overwrite({ ...conflict, job: { ...seen, startDate: '2026-06-09' } });
  expect(server.stored).toHaveLength(1);
  expect(new Set(server.calls.map(({ key }) => key)).size).toBe(2);
  expect(outbox.read()).toEqual([]);
});
