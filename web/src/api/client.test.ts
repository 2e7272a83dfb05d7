import { expect, test, vi } from 'vitest';
import { mockServer, refusal } from '@/testing/render';

import { call } from './client';
import { isOffline } from './connectivity';
import { readIdleTimeout } from './idleTimeout';
import { onSessionEnd, readToken, storeToken } from './token';

test('every call sends the token of the session', async () => {
  storeToken('secret');
  const fetch = mockServer({ 'GET /api/auth/fetchProfile': { user: 1 } });
  await call('GET', '/api/auth/fetchProfile');
  expect(fetch.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: 'Bearer secret' });
});

test('a refusal has its message and its fields', async () => {
  const fields = [{ field: 'title', code: 'required', message: 'Must provide a title' }];
  mockServer({ 'POST /api/jobs/create': refusal(422, 'validation', 'Please check the form.', fields) });
  await expect(call('POST', '/api/jobs/create', {})).rejects.toMatchObject({
    status: 422,
    code: 'validation',
    message: 'Please check the form.',
    fields,
    passing: false,
  });
});

test('a call that cannot reach the server fails with a message about the connection', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  await expect(call('GET', '/api/jobs/myJobs/contractor')).rejects.toMatchObject({
    status: 0,
    passing: true,
    message: 'We could not reach the server. Check your connection and try again.',
  });
});

test('a token that the server no longer knows ends the session', async () => {
  storeToken('revoked');
  const onEnd = vi.fn();
  const stop = onSessionEnd(onEnd);
  mockServer({ 'GET /api/auth/fetchProfile': refusal(401, 'unauthenticated', 'no') });
  await expect(call('GET', '/api/auth/fetchProfile')).rejects.toMatchObject({ status: 401 });
  expect(onEnd).toHaveBeenCalledOnce();
  expect(readToken()).toBeNull();
  stop();
});

test('a wrong password does not end a session', async () => {
  const onEnd = vi.fn();
  const stop = onSessionEnd(onEnd);
  mockServer({ 'POST /api/auth/local/login': refusal(401, 'unauthenticated', 'no') });
  await expect(call('POST', '/api/auth/local/login', {})).rejects.toMatchObject({ status: 401 });
  expect(onEnd).not.toHaveBeenCalled();
  stop();
});

test('the late answer to a call of an earlier session does not end the present one', async () => {
  storeToken('old');
  let answer = (_response: Response) => {};
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      }),
  );
  const late = call('GET', '/api/auth/fetchProfile');
  storeToken('new');
  answer(refusal(401, 'unauthenticated', 'no'));
  await expect(late).rejects.toMatchObject({ status: 401 });
  expect(readToken()).toBe('new');
});

const page = (status: number) =>
  new Response('<html>Room 12, please sign in', { status, headers: { 'content-type': 'text/html' } });

test.each([200, 502, 503, 504])(
  'a page with status %i of somebody in between counts as no answer',
  async (status) => {
    storeToken('secret');
    mockServer({ 'GET /api/jobs/myJobs/contractor': page(status), 'POST /api/jobs/create': page(status) });
    for (const method of ['GET', 'POST'] as const) {
      const path = method === 'GET' ? '/api/jobs/myJobs/contractor' : '/api/jobs/create';
      await expect(call(method, path)).rejects.toMatchObject({
        status: 0,
        code: 'unreachable',
        unheard: true,
      });
      expect(isOffline()).toBe(true);
    }
    expect(readToken()).toBe('secret');
  },
);

test('what the server itself says about being away is shown as it is', async () => {
  mockServer({ 'GET /api/ready': refusal(503, 'internal', 'The database is away.') });
  await expect(call('GET', '/api/ready')).rejects.toMatchObject({ status: 503, explained: true });
});

test('a request in which nothing arrives ends after eight seconds, a slow one goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const encoder = new TextEncoder();
  let send = (_text: string) => {};
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      send = (text) => {
        stream.enqueue(encoder.encode(text));
        if (text.endsWith('}')) stream.close();
      };
    },
  });
  const json = { headers: { 'content-type': 'application/json' } };
  vi.stubGlobal('fetch', async () => new Response(body, json));
  const slow = call<{ jobs: string }>('GET', '/api/slow');
  for (const part of ['{"jobs"', ':"ro', 'of"}']) {
    await vi.advanceTimersByTimeAsync(readIdleTimeout - 1);
    send(part);
  }
  expect(await slow).toEqual({ jobs: 'roof' });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const dead = expect(call('GET', '/api/dead')).rejects.toMatchObject({ status: 0 });
  await vi.advanceTimersByTimeAsync(readIdleTimeout);
  await dead;
  vi.useRealTimers();
});

test('an answer that is cut off is none', async () => {
  const json = { headers: { 'content-type': 'application/json' } };
  vi.stubGlobal('fetch', async () => new Response('{"jobs":[{"id"', json));
  await expect(call('GET', '/api/jobs/myJobs/contractor')).rejects.toMatchObject({ status: 0 });
});

test('a list whose kept body is gone is requested as a whole', async () => {
  const tags: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    const tag = new Headers(headers).get('if-none-match');
    tags.push(tag);
    // Somebody in between says so, although nothing was asked.
    return tags.length === 1 ? new Response(null, { status: 304 }) : Response.json({ jobs: [] });
  });
  expect(await call('GET', '/api/jobs/myJobs/gone')).toEqual({ jobs: [] });
  expect(tags).toEqual([null, null]);
});
