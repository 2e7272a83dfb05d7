import { afterEach, expect, test, vi } from 'vitest';

import { sendRequest } from './request';

afterEach(() => vi.unstubAllGlobals());

/** A server that gives these answers; returns the keys that it was sent. */
function server(answers: (number | 'lost')[]): (string | null)[] {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    const status = answers.shift() ?? 200;
    if (status === 'lost') throw new TypeError('network');
    return Response.json({ id: 'a' }, { status });
  });
  return keys;
}

const create = (title: string) =>
  sendRequest({ path: 'create', body: { title }, failureNotice: 'jobCreateFailed' }).catch(() => undefined);

test('a new job that is sent again because its answer was lost keeps its key, so that there is one', async () => {
  const keys = server(['lost', 504, 200, 200]);
  for (let turn = 0; turn < 4; turn += 1) await create('Roof');
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
  expect(keys[3], 'the same again on purpose').not.toBe(keys[0]);
  expect(keys.every((key) => key !== null && key.length >= 16)).toBe(true);
});

test('another job and a corrected one have keys of their own', async () => {
  const keys = server(['lost', 200, 422, 200]);
  for (const title of ['Roof', 'Gutter', 'Barn', 'Barn']) await create(title);
  expect(new Set(keys).size).toBe(4);
});

test('a change has no key: the same change later is another one', async () => {
  const keys = server([200]);
  await sendRequest({
    path: 'update/changeColor',
    body: { color: '#000000' },
    failureNotice: 'jobUpdateFailed',
  });
  expect(keys).toEqual([null]);
});
