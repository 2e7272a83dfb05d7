import { afterEach, expect, test, vi } from 'vitest';

import { call } from './client';
import { storeToken } from './token';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const list = (titles: string[], tag: string) => Response.json({ jobs: titles }, { headers: { etag: tag } });

test('a list that did not change is the same object, so nothing is rendered again', async () => {
  storeToken('one', true);
  const tags: (string | null)[] = [];
  const answers = [
    list(['a'], '"1"'),
    new Response(null, { status: 304 }),
    list(['a', 'b'], '"2"'),
    new Response(null, { status: 304 }),
  ];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    tags.push(new Headers(headers).get('if-none-match'));
    return answers.shift();
  });
  const seen = [];
  for (let turn = 0; turn < 4; turn += 1) seen.push(await call('GET', '/api/jobs/myJobs/contractor'));
  expect(tags).toEqual([null, '"1"', '"1"', '"2"']);
  expect(seen[1]).toBe(seen[0]);
  expect(seen[2]).toEqual({ jobs: ['a', 'b'] });
  expect(seen[3]).toBe(seen[2]);
});

test('one user never gets the cached response of another', async () => {
  const tags: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    tags.push(new Headers(headers).get('if-none-match'));
    return list(['a'], '"1"');
  });
  storeToken('two', true);
  await call('GET', '/api/jobs/myJobs/subcontractor');
  storeToken('three', true);
  await call('GET', '/api/jobs/myJobs/subcontractor');
  expect(tags).toEqual([null, null]);
});
