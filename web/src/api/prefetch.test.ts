import { afterEach, expect, test, vi } from 'vitest';

import { call } from './client';
import { prefetch } from './prefetch';
import { storeToken } from './token';

const list = '/api/jobs/myJobs/contractor';

const says = (title: string, status = 200) => new Response(JSON.stringify({ jobs: [title] }), { status });

/** Answers one after the other, and tells how often it was asked. */
function server(...answers: Response[]) {
  const fetch = vi.fn(async () => answers.shift() ?? Promise.reject(new TypeError('no network')));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

afterEach(() => vi.useRealTimers());

test('a list that was asked for early is not fetched twice, and is fetched anew the next time', async () => {
  storeToken('mine');
  const fetch = server(says('early'), says('later'));
  void prefetch(list, 'mine');
  expect(await call('GET', list)).toEqual({ jobs: ['early'] });
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(await call('GET', list)).toEqual({ jobs: ['later'] });
});

test('nobody who signs in afterwards sees the list of whoever was here before', async () => {
  const fetch = server(says('theirs'), says('mine'));
  void prefetch(list, 'theirs');
  storeToken('mine');
  expect(await call('GET', list)).toEqual({ jobs: ['mine'] });
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('an early answer that is no answer is asked again', async () => {
  storeToken('mine');
  server(says('', 503), says('there'));
  void prefetch(list, 'mine');
  expect(await call('GET', list)).toEqual({ jobs: ['there'] });
});

test('a list that lay about for long is asked for again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  storeToken('mine');
  server(says('old'), says('new'));
  void prefetch(list, 'mine');
  vi.advanceTimersByTime(31_000);
  expect(await call('GET', list)).toEqual({ jobs: ['new'] });
});
