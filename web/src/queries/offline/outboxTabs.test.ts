/** @alone: it installs a fake IndexedDB, and loads the modules a second time to simulate another tab. */
import { waitFor } from '@testing-library/react';
import 'fake-indexeddb/auto';

import { readFileSync } from 'node:fs';
import { locks } from 'node:worker_threads';
import { beforeEach, expect, test, vi } from 'vitest';
import { reportReachable } from '@/api/connectivity';
import { newQueryClient } from '@/api/queryClient';
import { storeToken } from '@/api/token';
import { profileQuery } from '@/queries/accounts/session';
import { jobId } from '@/testing/aJob';
import { fakeOutboxServer, type RecordedCall } from '@/testing/outboxServer';
import { aUser, signedIn } from '@/testing/render';
import { type CallTask, outbox } from './outbox';
import * as settled from './outboxResults';
import { flush, startOutbox } from './outboxSender';
import { sendOrQueue } from './sendOrQueue';

const note = (content: string, job = 1): CallTask => ({ kind: 'note', jobId: jobId(job), content });
const texts = (calls: readonly RecordedCall[]) => calls.map(({ body }) => body.content);

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
});

test('two tabs send each entry once, and both remove it', async () => {
  const queries = newQueryClient();
  queries.setQueryData(profileQuery.queryKey, signedIn());
  storeToken('a token');
  const end = startOutbox(queries, aUser.id, settled);
  const queueTask = (task: CallTask) => sendOrQueue(queries, task, 'notSaved');
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
  await waitFor(() => expect(otherOutbox.read()).toHaveLength(2));
  // Both have found no network before it comes back.
  await other.flush();

  server.network = 'there';
  reportReachable(true);
  await Promise.all([flush(), other.flush()]);
  expect(texts(server.calls)).toEqual(['first', 'second']);
  await waitFor(() => expect(otherOutbox.read()).toEqual([]));
  expect(outbox.read()).toEqual([]);
  endOther();
  end();
});
