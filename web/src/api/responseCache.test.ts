/** @alone: it brings a shelf of its own, which other tests do without. */
import 'fake-indexeddb/auto';

import { beforeEach, expect, test, vi } from 'vitest';
import { newQueryClient } from './queryClient';
import { evictExpired, readCached, restored, writeCached } from './responseCache';
import { clearToken, storeToken } from './token';

const jobs = '["jobs","list",{}]';
const day = 24 * 3_600_000;
const keep = (userId: string, at = Date.now()) =>
  writeCached(userId, new Map([[jobs, { at, data: ['roof'] }]]));

beforeEach(() => {
  clearToken();
  restored.clear();
});

test('what somebody saw is there for them and for nobody who has the phone after them', async () => {
  storeToken('of marisol');
  await keep('marisol');
  expect((await readCached(jobs))?.data).toEqual(['roof']);

  storeToken('of dalia');
  expect(await readCached(jobs)).toBeUndefined();
  await writeCached('dalia', new Map());
  storeToken('of marisol');
  expect(await readCached(jobs)).toBeUndefined();
});

test('who signs in again finds what they had seen', async () => {
  storeToken('first');
  await keep('marisol');
  storeToken('second');
  await writeCached('marisol', new Map());
  expect((await readCached(jobs))?.data).toEqual(['roof']);
});

test('a sign-out takes everything away', async () => {
  storeToken('of marisol');
  await keep('marisol');
  clearToken();
  await vi.waitFor(async () =>
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('ridgeline.kept'),
  );
});

test('what was being written down during a sign-out does not come after it', async () => {
  storeToken('of marisol');
  const late = keep('marisol');
  clearToken();
  await late;
  storeToken('of marisol');
  expect(await readCached(jobs)).toBeUndefined();
});

test('after two weeks it is better to show nothing than what was', async () => {
  storeToken('of marisol');
  const now = Date.now();
  await keep('marisol', now);
  expect(await readCached(jobs, now + 14 * day)).toBeDefined();
  expect(await readCached(jobs, now + 14 * day + 1)).toBeUndefined();
  await evictExpired(now + 14 * day + 1);
  expect(await readCached(jobs, now)).toBeUndefined();
});

test('what one may not see any more is not kept', async () => {
  storeToken('of marisol');
  await keep('marisol');
  await writeCached('marisol', new Map([[jobs, null]]));
  expect(await readCached(jobs)).toBeUndefined();
});

test('without a server the last answer shows with its age, and without one the reason why there is none', async () => {
  storeToken('of marisol');
  const at = Date.now() - day;
  await keep('marisol', at);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { call } = await import('./client');
  const queries = newQueryClient();
  const ask = (queryKey: readonly unknown[]) =>
    queries.fetchQuery({ queryKey, queryFn: () => call<string[]>('GET', '/api/jobs/myJobs/contractor') });
  expect(await ask(['jobs', 'list', {}])).toEqual(['roof']);
  await vi.waitFor(() => expect(queries.getQueryState(['jobs', 'list', {}])?.dataUpdatedAt).toBe(at));
  expect(restored.get(jobs)).toBe(at);
  await expect(ask(['jobs', 'list', { from: '2026-06-01' }])).rejects.toMatchObject({ status: 0 });
});
