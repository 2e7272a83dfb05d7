/** @alone: it installs a fake IndexedDB, which other tests run without. */
import { waitFor } from '@testing-library/react';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';

import { beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from './failure';
import { newQueryClient } from './queryClient';
import { evictExpired, readCached, writeCached } from './responseCache';
import { forgetRestored, restored } from './restoredQueries';
import { clearToken, storeToken } from './token';

const jobs = '["jobs","list",{}]';
const day = 24 * 3_600_000;
const cache = (userId: string, at = Date.now()) =>
  writeCached(userId, new Map([[jobs, { at, data: ['roof'] }]]));

beforeEach(() => {
  clearToken();
  forgetRestored();
});

test('cached responses are there for their user and for nobody who uses the phone afterwards', async () => {
  storeToken('of marisol');
  await cache('marisol');
  expect((await readCached(jobs))?.data).toEqual(['roof']);

  storeToken('of dalia');
  expect(await readCached(jobs)).toBeUndefined();
  await writeCached('dalia', new Map());
  storeToken('of marisol');
  expect(await readCached(jobs)).toBeUndefined();
});

test('a user who signs in again finds the cached responses', async () => {
  storeToken('first');
  await cache('marisol');
  storeToken('second');
  await writeCached('marisol', new Map());
  expect((await readCached(jobs))?.data).toEqual(['roof']);
});

test('a sign-out deletes all cached responses', async () => {
  storeToken('of marisol');
  await cache('marisol');
  clearToken();
  await waitFor(async () =>
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('ridgeline.kept'),
  );
});

test('a response that is being cached during a sign-out is not stored after it', async () => {
  storeToken('of marisol');
  const late = cache('marisol');
  clearToken();
  await late;
  storeToken('of marisol');
  expect(await readCached(jobs)).toBeUndefined();
});

test('responses older than two weeks are not shown', async () => {
  storeToken('of marisol');
  const now = Date.now();
  await cache('marisol', now);
  expect(await readCached(jobs, now + 14 * day)).toBeDefined();
  expect(await readCached(jobs, now + 14 * day + 1)).toBeUndefined();
  await evictExpired(now + 14 * day + 1);
  expect(await readCached(jobs, now)).toBeUndefined();
});

const many = (count: number, at: number) =>
  new Map(
    Array.from({ length: count }, (_, n) => [`["jobs","one","${n}"]`, { at: at + n, data: n }] as const),
  );

test('of too many responses the first written go, not those of a day on which the clock was behind', async () => {
  storeToken('of marisol');
  const now = Date.now();
  await writeCached('marisol', many(605, now));
  await cache('marisol', now - day);
  await evictExpired(now);
  expect((await readCached(jobs, now))?.data).toEqual(['roof']);
  expect(await readCached('["jobs","one","5"]', now)).toBeUndefined();
  expect(await readCached('["jobs","one","6"]', now)).toBeDefined();
});

test('the profile stays when there are too many responses, and is not shown when it is too old', async () => {
  storeToken('of marisol');
  const now = Date.now();
  const first = ['["profile"]', '["accountStanding"]'].map(
    (name) => [name, { at: now, data: 'Marisol' }] as const,
  );
  await writeCached('marisol', new Map(first));
  await writeCached('marisol', many(605, now));
  await evictExpired(now);
  for (const [name] of first) expect((await readCached(name, now))?.data).toBe('Marisol');
  await evictExpired(now + 14 * day + 1);
  for (const [name] of first) expect(await readCached(name, now)).toBeUndefined();
});

test('a phone with the cache of the version before opens, and caches again', async () => {
  const before = await openDB('ridgeline.kept', 1, {
    upgrade: (db) => {
      db.createObjectStore('owner');
      db.createObjectStore('answers').createIndex('at', 'at');
    },
  });
  await before.put('answers', { at: Date.now(), data: ['old'] }, jobs);
  before.close();
  storeToken('of marisol');
  await cache('marisol');
  expect((await readCached(jobs))?.data).toEqual(['roof']);
});

test('a response that the user may no longer read is removed from the cache', async () => {
  storeToken('of marisol');
  await cache('marisol');
  await writeCached('marisol', new Map([[jobs, null]]));
  expect(await readCached(jobs)).toBeUndefined();
});

test('without a server the last response shows with its age; if there is none, the error shows', async () => {
  storeToken('of marisol');
  const at = Date.now() - day;
  await cache('marisol', at);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { call } = await import('./client');
  const queries = newQueryClient();
  const fetchJobs = (queryKey: readonly unknown[]) =>
    queries.fetchQuery({ queryKey, queryFn: () => call<string[]>('GET', '/api/jobs/myJobs/contractor') });
  expect(await fetchJobs(['jobs', 'list', {}])).toEqual(['roof']);
  await waitFor(() => expect(queries.getQueryState(['jobs', 'list', {}])?.dataUpdatedAt).toBe(at));
  expect(restored.get(jobs)).toBe(at);
  await expect(fetchJobs(['jobs', 'list', { from: '2026-06-01' }])).rejects.toMatchObject({ status: 0 });
});

test('a slow server shows what is known from earlier, with its time, until it answers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  storeToken('of marisol');
  const at = Date.now() - day;
  await cache('marisol', at);
  const queries = newQueryClient();
  let answer = (_rows: string[]) => {};
  const queryFn = () =>
    new Promise<string[]>((resolve) => {
      answer = resolve;
    });
  const fetched = queries.fetchQuery({ queryKey: ['jobs', 'list', {}], queryFn });
  await vi.advanceTimersByTimeAsync(500);
  vi.useRealTimers();
  const query = queries.getQueryCache().find({ queryKey: ['jobs', 'list', {}] });
  await waitFor(() => expect(query?.state.data).toEqual(['roof']));
  expect([query?.state.fetchStatus, query?.state.dataUpdatedAt, restored.get(jobs)]).toEqual([
    'fetching',
    at,
    at,
  ]);
  answer(['roof', 'gutter']);
  expect(await fetched).toEqual(['roof', 'gutter']);
  expect(query?.state.data).toEqual(['roof', 'gutter']);
});

test('a proxy that answers for the server is no reason to show nothing', async () => {
  storeToken('of marisol');
  await cache('marisol');
  const queries = newQueryClient();
  const queryFn = () => Promise.reject(new ApiFailure(503, 'unreachable', 'away'));
  const options = { queryKey: ['jobs', 'list', {}], queryFn, retry: false };
  expect(await queries.fetchQuery(options)).toEqual(['roof']);
});
