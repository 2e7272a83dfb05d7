/** @alone: it installs a fake IndexedDB, which other tests run without, and simulates several tabs. */
import 'fake-indexeddb/auto';

import { readFileSync } from 'node:fs';
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
import { aUser, signedIn } from '@/testing/render';
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
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_answer, fail) => {
        signal?.addEventListener('abort', () => fail(new DOMException('stopped', 'AbortError')));
      }),
  );
  const given = queueTask(note('One bar.'));
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
  await vi.waitFor(async () => expect(await storedEntries(aUser.id)).toEqual([]));
  expect(texts(server.stored)).toEqual(['Before the reload.']);
});

test('a signature includes the version of the signed items', async () => {
  const server = fakeOutboxServer();
  const order = { id: jobId(60), title: '#1-1', itemsVersion: 4 } as unknown as WorkOrder;
  await queueTask({ kind: 'sign', order });
  expect(server.calls[0]?.body).toEqual({ orderId: order.id, itemsVersion: 4 });
});

test('two tabs send each entry once, and both remove it', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  await queueTask(note('first'));
  await queueTask(note('second', 2));
  await flush();

  vi.resetModules();
  const rules = await import('@/wasm/rules');
  rules.startRules(readFileSync('domain/domain_wasm_bg.wasm'));
  const other = await import('./outboxSender');
  const otherOutbox = (await import('./outbox')).outbox;
  const otherQueries = newQueryClient();
  otherQueries.setQueryData(profileQuery.queryKey, signedIn());
  const endOther = other.startOutbox(otherQueries, aUser.id, await import('./outboxResults'));
  await vi.waitFor(() => expect(otherOutbox.read()).toHaveLength(2));

  server.network = 'there';
  reportReachable(true);
  await Promise.all([flush(), other.flush()]);
  expect(texts(server.calls)).toEqual(['first', 'second']);
  await vi.waitFor(() => expect(otherOutbox.read()).toEqual([]));
  expect(outbox.read()).toEqual([]);
  endOther();
});
