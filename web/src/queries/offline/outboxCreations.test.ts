/** New jobs, and what waits behind them. @alone: it installs a fake IndexedDB, which other tests run without. */
import { waitFor } from '@testing-library/react';
import 'fake-indexeddb/auto';

import { locks } from 'node:worker_threads';
import type { Job, NewJob } from '@bindings';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportReachable } from '@/api/connectivity';
import { newQueryClient } from '@/api/queryClient';
import { readCached } from '@/api/responseCache';
import { storeToken } from '@/api/token';
import { profileQuery } from '@/queries/accounts/session';
import { queuedChange } from '@/queries/jobs/jobChange';
import { jobKeys } from '@/queries/jobs/jobsCache';
import { correctNewJob, fetchWaitingJob } from '@/queries/jobs/newJobs';
import { notesKey } from '@/queries/jobs/notes';
import { aJob, jobId } from '@/testing/aJob';
import { fakeOutboxServer } from '@/testing/outboxServer';
import { aUser, refusal, signedIn } from '@/testing/render';
import { type EntryOf, outbox, queued } from './outbox';
import * as settled from './outboxResults';
import { discard, flush, retry, startOutbox } from './outboxSender';
import { storedEntries } from './outboxStorage';
import { sendOrQueue } from './sendOrQueue';
import { currentId, firstId, newTemporaryId } from './temporaryIds';

const form: NewJob = { title: 'Whitaker re-roof', address: '', city: 'Littleton', state: 'CO', zip: '' };

let queries: QueryClient;
let end: () => void;
let server: ReturnType<typeof fakeOutboxServer>;
let job: Job;

const create = () => sendOrQueue(queries, { kind: 'createJob', form, job }, 'jobCreateFailed');
const note = (content: string, id = job.id) =>
  sendOrQueue(queries, { kind: 'note', jobId: id, content }, 'noteAddFailed');
const complete = () =>
  sendOrQueue(queries, { kind: 'completeJob', job, isActive: false }, 'jobUpdateFailedRetry');
const paths = () => server.stored.map(({ path }) => path.replace('/api/jobs/', ''));
const [creationKey, noteKey] = ['create', 'addNote'].map(
  (path) => () => server.stored.find((call) => call.path === `/api/jobs/${path}`),
) as [() => { key: string } | undefined, () => { body: { jobId?: unknown } } | undefined];

function open(): void {
  queries = newQueryClient();
  queries.setQueryData(profileQuery.queryKey, signedIn());
  queries.setQueryData(jobKeys.list(), [aJob(1)]);
  storeToken('a-token');
  end = startOutbox(queries, aUser.id, settled);
}

const reload = async () => {
  end();
  await flush();
  open();
};

const back = async () => {
  server.network = 'there';
  reportReachable(true);
  await flush();
};

const creation = (): EntryOf<'createJob'> => {
  const found = outbox.read().find(({ kind }) => kind === 'createJob');
  if (found?.kind !== 'createJob') throw new Error('the new job is gone');
  return found;
};

beforeEach(() => {
  indexedDB.deleteDatabase('ridgeline.outbox');
  localStorage.clear();
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  server = fakeOutboxServer();
  job = { ...aJob(2), ...form, id: newTemporaryId() };
  open();
});
afterEach(async () => {
  vi.useRealTimers();
  end();
  await flush();
});

test('a job made without a network arrives once, and its note and completion after it, under its id', async () => {
  server.network = 'gone';
  expect(await create()).toBe(queued);
  expect(await note('The dog bites.')).toBe(queued);
  expect(await complete()).toBe(queued);
  await reload();
  await back();
  expect(paths()).toEqual(['create', 'addNote', 'complete']);
  const id = `stored-${creationKey()?.key}`;
  expect(server.stored.map(({ body }) => body.jobId)).toEqual([undefined, id, id]);
  expect(server.stored[0]?.body).toEqual(form);
  expect(await storedEntries(aUser.id)).toEqual([]);
  expect(currentId(job.id)).toBe(id);
  expect(firstId(id)).toBe(job.id);
  expect(queries.getQueryData(jobKeys.list())).toContainEqual(
    expect.objectContaining({ id, title: form.title }),
  );
  expect(queries.getQueryData(notesKey(id))).toMatchObject([{ content: 'The dog bites.' }]);
});

test('a job that has left the outbox is kept for its page, in case there is no network again', async () => {
  server.network = 'gone';
  await create();
  await reload();
  await back();
  const id = `stored-${creationKey()?.key}`;
  const kept = await readCached(hashKey(jobKeys.one(id)));
  expect(kept?.data).toMatchObject({ id, title: form.title });
  expect((await readCached(hashKey(notesKey(id))))?.data).toEqual([]);
});

test('a note waits for its job even if the clock was set back between the two', async () => {
  server.network = 'gone';
  await create();
  await reload();
  await waitFor(() => expect(outbox.read()).toHaveLength(1));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 24 * 60 * 60_000 });
  await note('Yesterday by the phone.');
  expect(outbox.read().map(({ kind }) => kind)).toEqual(['createJob', 'note']);
  await back();
  expect(paths()).toEqual(['create', 'addNote']);
});

test('a job whose answer was lost is sent with its key again, so that there is one', async () => {
  server.network = 'loses the answer';
  expect(await create()).toBe(queued);
  await note('Behind it.');
  await back();
  expect(server.calls.filter(({ path }) => path.endsWith('create')).length).toBeGreaterThan(1);
  expect(paths()).toEqual(['create', 'addNote']);
  expect(noteKey()?.body.jobId).toBe(`stored-${creationKey()?.key}`);
});

test('the job is removed and what waits behind it gets its id in one step: a full disk changes nothing', async () => {
  server.network = 'gone';
  await create();
  await note('Behind it.');
  const before = await storedEntries(aUser.id);
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  server.refuse = ({ path }) => (path.endsWith('addNote') ? refusal(429, 'rate_limited', 'Later.') : null);
  await back();
  full.mockRestore();
  expect(paths()).toEqual(['create']);
  const after = await storedEntries(aUser.id);
  expect(after.map(({ kind }) => kind)).toEqual(before.map(({ kind }) => kind));
  expect(after.at(-1)).toMatchObject({ jobId: job.id });

  server.refuse = null;
  await retry(outbox.read().at(-1)?.id ?? '');
  expect(noteKey()?.body.jobId).toBe(`stored-${creationKey()?.key}`);
});

test('a page that still has the temporary id adds its note to the stored job', async () => {
  server.network = 'gone';
  await create();
  await back();
  await note('Late.');
  expect(noteKey()?.body.jobId).toBe(`stored-${creationKey()?.key}`);
});

test('a refused job keeps what waits behind it, and is sent with corrected fields as another one', async () => {
  server.network = 'gone';
  await create();
  await note('Behind it.');
  server.refuse = ({ body }) =>
    body.title === form.title ? refusal(422, 'validation', 'This title is taken.') : null;
  await back();
  expect(server.stored).toEqual([]);
  expect(outbox.read()).toMatchObject([
    { kind: 'createJob', state: 'refused', reason: 'This title is taken.', unsure: false },
    { kind: 'note', state: 'waiting' },
  ]);
  expect(queuedChange(creation())).toMatchObject([{ id: job.id, known: { title: form.title } }]);

  await correctNewJob(creation(), { ...form, title: 'Whitaker garage' });
  expect(server.stored.map(({ body }) => body.title)).toEqual(['Whitaker garage', undefined]);
  expect(noteKey()?.body.jobId).toBe(`stored-${creationKey()?.key}`);
  expect(new Set(server.calls.map(({ key }) => key)).size).toBe(3);
  expect(outbox.read()).toEqual([]);
});

test('a discarded job takes its notes with it, and nothing else', async () => {
  server.network = 'gone';
  await create();
  await note('Behind it.');
  await note('Of another job.', jobId(1));
  await discard([creation()]);
  await expect(fetchWaitingJob(queries, job.id)).rejects.toMatchObject({ status: 404 });
  await back();
  expect(server.stored.map(({ body }) => body.content)).toEqual(['Of another job.']);
  expect(await storedEntries(aUser.id)).toEqual([]);
});

test('a job that may have arrived more than a day ago is not sent again before the user has looked', async () => {
  server.network = 'loses the answer';
  await create();
  server.network = 'gone';
  await reload();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60_000 });
  const sent = server.calls.length;
  await back();
  expect(server.calls).toHaveLength(sent);
  expect(creation()).toMatchObject({ state: 'refused', again: true, unsure: true });
  expect(creation().reason).toMatch(/^We cannot tell whether this was saved/);
  await retry(creation().id);
  expect(outbox.read()).toEqual([]);
});

test('a job that was only queued is sent, however long it has waited', async () => {
  server.network = 'gone';
  reportReachable(false);
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  await create();
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
  expect(await storedEntries(aUser.id)).toMatchObject([{ sentAt: undefined }]);
});

test('its page finds a waiting job in the storage, right after the start', async () => {
  server.network = 'gone';
  await create();
  await reload();
  expect(await fetchWaitingJob(queries, job.id)).toMatchObject({ id: job.id, title: form.title });
});

test('another tab that has the job open learns its id', async () => {
  server.network = 'gone';
  await create();
  await note('Of this tab.');
  await back();
  const stored = JSON.parse(localStorage.getItem('ridgeline.exchangedIds') ?? '[]') as string[][];
  expect(stored).toEqual([[job.id, `stored-${creationKey()?.key}`]]);
});

test('a new job that does not fit on a full disk is refused with the reason, and not queued', async () => {
  server.network = 'gone';
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(create()).rejects.toMatchObject({ code: 'full' });
  full.mockRestore();
  expect(outbox.read()).toEqual([]);
});
