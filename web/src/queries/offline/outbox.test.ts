/** @alone: it installs a fake IndexedDB, which other tests run without, and simulates several tabs. */
import { waitFor } from '@testing-library/react';
import 'fake-indexeddb/auto';

import { locks } from 'node:worker_threads';
import type { Note, WorkOrder } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportReachable } from '@/api/connectivity';
import { newQueryClient } from '@/api/queryClient';
import { storeToken } from '@/api/token';
import { profileQuery } from '@/queries/accounts/session';
import { notesKey } from '@/queries/jobs/notes';
import { jobId } from '@/testing/aJob';
import { fakeOutboxServer, type RecordedCall } from '@/testing/outboxServer';
import { aUser, refusal, signedIn } from '@/testing/render';
import { type CallTask, outbox, queued } from './outbox';
import * as settled from './outboxResults';
import { flush, startOutbox } from './outboxSender';
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

test('with a network nothing is queued', async () => {
  const server = fakeOutboxServer();
  expect(await queueTask(note('The dog bites.'))).toMatchObject({ id: expect.stringContaining('stored-') });
  expect(texts(server.stored)).toEqual(['The dog bites.']);
  expect(await storedEntries(aUser.id)).toEqual([]);
});

test('changes without a network arrive in order, each once', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  for (const [at, text] of ['first', 'second', 'third'].entries())
    expect(await queueTask(note(text, 1 + (at % 2)))).toBe(queued);
  await flush();
  expect(waiting()).toEqual(['waiting', 'waiting', 'waiting']);
  expect(server.stored).toEqual([]);

  server.network = 'there';
  reportReachable(true);
  await flush();
  expect(texts(server.stored)).toEqual(['first', 'second', 'third']);
  expect(server.calls).toHaveLength(3);
  expect(waiting()).toEqual([]);
  expect(await storedEntries(aUser.id)).toEqual([]);
});

test('a note whose response was lost is sent again with the same key, and is stored once', async () => {
  const server = fakeOutboxServer();
  server.network = 'loses the answer';
  expect(await queueTask(note('The dog bites.'))).toBe(queued);
  await flush();
  server.network = 'there';
  reportReachable(true);
  await flush();
  expect(server.calls.length).toBeGreaterThan(1);
  expect(new Set(server.calls.map(({ key }) => key)).size).toBe(1);
  expect(texts(server.stored)).toEqual(['The dog bites.']);
  expect(waiting()).toEqual([]);
});

test('a call that hangs is queued after a timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fakeOutboxServer();
  let isSent = false;
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_answer, fail) => {
        isSent = true;
        signal?.addEventListener('abort', () => fail(new DOMException('stopped', 'AbortError')));
      }),
  );
  const given = queueTask(note('One bar.'));
  while (!isSent) await new Promise((turn) => setImmediate(turn));
  await vi.advanceTimersByTimeAsync(15_000);
  vi.useRealTimers();
  fakeOutboxServer();
  expect(await given).toBe(queued);
});

test('a queued note shows as stored once it is sent, and is in the list of the job', async () => {
  const server = fakeOutboxServer();
  queries.setQueryData<Note[]>(notesKey(jobId(1)), []);
  server.network = 'gone';
  await queueTask(note('The dog bites.'));
  server.network = 'there';
  reportReachable(true);
  await flush();
  expect(queries.getQueryData<Note[]>(notesKey(jobId(1)))).toMatchObject([
    { id: expect.stringContaining('stored-'), content: 'The dog bites.', firstName: aUser.firstName },
  ]);
});

test('after a reload a note is still queued, and is sent with the same key', async () => {
  const server = fakeOutboxServer();
  server.network = 'loses the answer';
  await queueTask(note('Before the reload.'));
  await flush();
  end();
  server.network = 'there';
  open();
  await waitFor(async () => expect(await storedEntries(aUser.id)).toEqual([]));
  expect(texts(server.stored)).toEqual(['Before the reload.']);
});

test('a signature includes the version of the signed items', async () => {
  const server = fakeOutboxServer();
  const order = { id: jobId(60), title: '#1-1', itemsVersion: 4 } as unknown as WorkOrder;
  await queueTask({ kind: 'sign', order });
  expect(server.calls[0]?.body).toEqual({ orderId: order.id, itemsVersion: 4 });
});

test('a note that gets no answer does not stop the others, and is shown as refused after eight tries', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  await queueTask(note('poison', 1));
  for (const text of ['first', 'second']) await queueTask(note(text, 2));
  await flush();
  // From now on something in between cuts every call with this note.
  const reachable = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
    JSON.stringify(init.body).includes('poison')
      ? Promise.reject(new TypeError('cut'))
      : reachable(path, init),
  );
  server.network = 'there';
  reportReachable(true);
  await flush();
  expect(texts(server.stored)).toEqual(['first', 'second']);
  expect(waiting()).toEqual(['waiting']);
  for (let turn = 3; turn <= 9; turn += 1) {
    await queueTask(note(`note ${turn}`, turn));
    await flush();
  }
  expect(server.stored).toHaveLength(9);
  expect(outbox.read()).toMatchObject([{ state: 'refused', again: true, content: 'poison' }]);
  vi.stubGlobal('fetch', reachable);
});

test('on a dead line nothing is refused, however often it is tried', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  for (const job of [1, 2, 3]) await queueTask(note('The dog bites.', job));
  for (let turn = 0; turn < 8; turn += 1) await flush();
  expect(waiting()).toEqual(['waiting', 'waiting', 'waiting']);
  server.network = 'there';
  reportReachable(true);
  await flush();
  expect(server.stored).toHaveLength(3);
});

test('a note is on the disk before it is sent, so that a browser that is killed meanwhile sends it later', async () => {
  const server = fakeOutboxServer();
  const reachable = globalThis.fetch;
  let onDisk: readonly unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path === '/api/jobs/addNote') onDisk = await storedEntries(aUser.id);
    return reachable(path, init);
  });
  expect(await queueTask(note('The dog bites.'))).toMatchObject({ id: expect.stringContaining('stored-') });
  expect(onDisk).toMatchObject([{ kind: 'note', content: 'The dog bites.', state: 'waiting' }]);
  expect(outbox.read()).toEqual([]);
  expect(await storedEntries(aUser.id)).toEqual([]);
  expect(server.stored.map(({ key }) => key)).toEqual([(onDisk[0] as { id: string }).id]);
});

test('a refused note is not sent again after a reload', async () => {
  const server = fakeOutboxServer();
  server.refuse = () => refusal(422, 'validation', 'Please check the form.');
  await expect(queueTask(note('x'))).rejects.toMatchObject({ status: 422 });
  expect(await storedEntries(aUser.id)).toEqual([]);
});
