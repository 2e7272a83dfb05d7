/** @alone: it brings a shelf of its own, which other tests do without. */
import 'fake-indexeddb/auto';

import { beforeEach, expect, test, vi } from 'vitest';

import { readKept, restored, sweepKept, writeKept } from './keptAnswers';
import { newQueryClient } from './queries';
import { forgetToken, keepToken } from './token';

const jobs = '["jobs","list",{}]';
const day = 24 * 3_600_000;
const keep = (userId: string, at = Date.now()) =>
  writeKept(userId, new Map([[jobs, { at, data: ['roof'] }]]));

beforeEach(() => {
  forgetToken();
  restored.clear();
});

test('what somebody saw is there for them and for nobody who has the phone after them', async () => {
  keepToken('of marisol');
  await keep('marisol');
  expect((await readKept(jobs))?.data).toEqual(['roof']);

  keepToken('of dalia');
  expect(await readKept(jobs)).toBeUndefined();
  await writeKept('dalia', new Map());
  keepToken('of marisol');
  expect(await readKept(jobs)).toBeUndefined();
});

test('who signs in again finds what they had seen', async () => {
  keepToken('first');
  await keep('marisol');
  keepToken('second');
  await writeKept('marisol', new Map());
  expect((await readKept(jobs))?.data).toEqual(['roof']);
});

test('a sign-out takes everything away', async () => {
  keepToken('of marisol');
  await keep('marisol');
  forgetToken();
  await vi.waitFor(async () =>
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('ridgeline.kept'),
  );
});

test('what was being written down during a sign-out does not come after it', async () => {
  keepToken('of marisol');
  const late = keep('marisol');
  forgetToken();
  await late;
  keepToken('of marisol');
  expect(await readKept(jobs)).toBeUndefined();
});

test('after two weeks it is better to show nothing than what was', async () => {
  keepToken('of marisol');
  const now = Date.now();
  await keep('marisol', now);
  expect(await readKept(jobs, now + 14 * day)).toBeDefined();
  expect(await readKept(jobs, now + 14 * day + 1)).toBeUndefined();
  await sweepKept(now + 14 * day + 1);
  expect(await readKept(jobs, now)).toBeUndefined();
});

test('what one may not see any more is not kept', async () => {
  keepToken('of marisol');
  await keep('marisol');
  await writeKept('marisol', new Map([[jobs, null]]));
  expect(await readKept(jobs)).toBeUndefined();
});

test('without a server the last answer shows with its age, and without one the reason why there is none', async () => {
  keepToken('of marisol');
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
