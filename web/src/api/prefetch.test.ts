import { afterEach, expect, test, vi } from 'vitest';

import { call } from './client';
import { prefetch } from './prefetch';
import { storeToken } from './token';

const list = '/api/jobs/myJobs/contractor';

const response = (title: string, status = 200) => Response.json({ jobs: [title] }, { status });

/** Returns these responses one after the other, and counts the requests. */
function server(...answers: Response[]) {
  const fetch = vi.fn(async () => answers.shift() ?? Promise.reject(new TypeError('no network')));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

afterEach(() => vi.useRealTimers());

test('a prefetched list is not fetched twice, and is fetched again the next time', async () => {
  storeToken('mine');
  const fetch = server(response('early'), response('later'));
  void prefetch(list, 'mine');
  expect(await call('GET', list)).toEqual({ jobs: ['early'] });
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(await call('GET', list)).toEqual({ jobs: ['later'] });
});

test('a user who signs in does not see the list that was prefetched for the previous user', async () => {
  const fetch = server(response('theirs'), response('mine'));
  void prefetch(list, 'theirs');
  storeToken('mine');
  expect(await call('GET', list)).toEqual({ jobs: ['mine'] });
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('a failed prefetch is requested again', async () => {
  storeToken('mine');
  server(response('', 503), response('there'));
  void prefetch(list, 'mine');
  expect(await call('GET', list)).toEqual({ jobs: ['there'] });
});

test('a prefetched list that is too old is requested again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  storeToken('mine');
  server(response('old'), response('new'));
  void prefetch(list, 'mine');
  vi.advanceTimersByTime(31_000);
  expect(await call('GET', list)).toEqual({ jobs: ['new'] });
});
