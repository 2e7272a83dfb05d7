/** The answers of a subcontractor. @alone: it installs a fake IndexedDB, which other tests run without. */
import 'fake-indexeddb/auto';

import { locks } from 'node:worker_threads';
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportReachable } from '@/api/connectivity';
import { newQueryClient } from '@/api/queryClient';
import { storeToken } from '@/api/token';
import { profileQuery } from '@/queries/accounts/session';
import { jobKeys } from '@/queries/jobs/jobsCache';
import { aJob, jobId } from '@/testing/aJob';
import { fakeOutboxServer } from '@/testing/outboxServer';
import { aCompany, aUser, refusal, signedIn } from '@/testing/render';
import { outbox, queued } from './outbox';
import * as settled from './outboxResults';
import { discard, flush, overwrite, startOutbox } from './outboxSender';
import { storedEntries } from './outboxStorage';
import { sendOrQueue } from './sendOrQueue';

const offered = aJob(7, {
  startDate: '2026-06-01',
  endDate: '2026-06-02',
  assignedToCompanyId: aCompany.id,
  companyInfo: { name: aCompany.name },
});

let queries: QueryClient;
let end: () => void;
const answer = (accepts: boolean, job = offered) =>
  sendOrQueue(queries, { kind: 'answerJob', job, accepts }, 'assignmentFailed');

function open(): void {
  queries = newQueryClient();
  queries.setQueryData(profileQuery.queryKey, signedIn({}, { companyType: 'subcontractor' }));
  queries.setQueryData(jobKeys.list(), [offered]);
  storeToken('a token');
  end = startOutbox(queries, aUser.id, settled);
}

const back = async (server: ReturnType<typeof fakeOutboxServer>) => {
  server.network = 'there';
  reportReachable(true);
  await flush();
};

beforeEach(() => {
  indexedDB.deleteDatabase('ridgeline.outbox');
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  open();
});
afterEach(async () => {
  end();
  await flush();
});

test('a job accepted without a network is accepted once, for the days that were seen', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  expect(await answer(true)).toBe(queued);
  await flush();
  end();
  open();
  await back(server);
  const { jobCrewTableId, startDate, endDate } = offered;
  expect(server.stored).toMatchObject([
    {
      path: '/api/jobs/update/acceptDecline',
      body: { jobCrewTableId, didAccept: true, startDate, endDate },
    },
  ]);
  expect(outbox.read()).toEqual([]);
  expect(await storedEntries(aUser.id)).toEqual([]);
});

test('a job declined without a network leaves the list when it is declined', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  await answer(false);
  await back(server);
  expect(server.stored).toMatchObject([{ body: { didAccept: false } }]);
  expect(queries.getQueryData(jobKeys.list())).toEqual([]);
});

test('a job that got other days meanwhile is only accepted for these after the user confirms', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  await answer(true);
  server.refuse = ({ body }) =>
    body.startDate === '2026-06-09' ? null : refusal(409, 'changed', 'This job changed meanwhile.');
  await back(server);
  expect(server.stored).toEqual([]);
  const [conflict] = outbox.read();
  expect(conflict).toMatchObject({ kind: 'answerJob', state: 'changed' });
  if (conflict?.kind !== 'answerJob') throw new Error('the answer is gone');

  await overwrite({ ...conflict, job: { ...offered, startDate: '2026-06-09' }, accepts: false });
  expect(server.stored).toMatchObject([{ body: { didAccept: false, startDate: '2026-06-09' } }]);
  expect(new Set(server.calls.map(({ key }) => key)).size).toBe(2);
});

test('an answer that is discarded is not given', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  await answer(false);
  await flush();
  await discard(outbox.read());
  await back(server);
  expect(server.stored).toEqual([]);
  expect(queries.getQueryData(jobKeys.list())).toEqual([offered]);
});

test('a job that was answered already takes no second answer', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  reportReachable(false);
  await expect(answer(true, { ...offered, isAcceptedBySub: true })).rejects.toMatchObject({ status: 409 });
  expect(await storedEntries(aUser.id)).toEqual([]);
});

test('a note written before a job was declined arrives before the answer', async () => {
  const server = fakeOutboxServer();
  server.network = 'gone';
  await sendOrQueue(
    queries,
    { kind: 'note', jobId: jobId(7), content: 'Too steep for us.' },
    'noteAddFailed',
  );
  await answer(false);
  await back(server);
  expect(server.stored.map(({ path }) => path)).toEqual([
    '/api/jobs/addNote',
    '/api/jobs/update/acceptDecline',
  ]);
});
