import { expect, test, vi } from 'vitest';
import { mockServer } from '@/testing/render';
import { isOffline, reportReachable } from './connectivity';
import { fetchFile } from './download';
import { callIdempotent, newIdempotencyKey } from './idempotency';
import { upload } from './upload';

/** An upload that never completes. Returns the headers that were set. */
function stubUpload(onSend: (request: { onerror?: () => void }) => void) {
  const sent: Record<string, string> = {};
  class Request {
    upload = {};
    onerror?: () => void;
    open() {}
    setRequestHeader(name: string, value: string) {
      sent[name] = value;
    }
    send() {
      onSend(this);
    }
    abort() {}
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return sent;
}

test('idempotency keys sort in the order in which they were created, however quickly', () => {
  const keys = Array.from({ length: 500 }, newIdempotencyKey);
  expect(keys.toSorted()).toEqual(keys);
  expect(new Set(keys).size).toBe(500);
  for (const key of keys)
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test('a call sends its idempotency key, so that the server recognizes a retry', async () => {
  const fetch = mockServer({ 'POST /api/jobs/addNote': { id: 1 } });
  await callIdempotent('POST', '/api/jobs/addNote', { content: 'x' }, 'a-key');
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({
    body: '{"content":"x"}',
    headers: { 'idempotency-key': 'a-key', 'content-type': 'application/json' },
  });
});

test('a truncated response counts as no response', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"id":', { status: 200 }));
  await expect(callIdempotent('POST', '/api/jobs/addNote', {}, 'a-key')).rejects.toMatchObject({
    unheard: true,
  });
});

test('a stalled upload fails like one without a network, and the app shows that it is offline', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sent = stubUpload(() => undefined);
  reportReachable(true);
  const failed = expect(
    upload('/api/x', new FormData(), { key: 'a-key', idleTimeout: 15_000 }),
  ).rejects.toMatchObject({
    status: 0,
  });
  await vi.advanceTimersByTimeAsync(15_000);
  await failed;
  expect(sent['idempotency-key']).toBe('a-key');
  expect(isOffline()).toBe(true);
});

test('an upload or download that loses the network shows that the app is offline', async () => {
  stubUpload((request) => request.onerror?.());
  reportReachable(true);
  await expect(upload('/api/y', new FormData())).rejects.toMatchObject({ status: 0 });
  expect(isOffline()).toBe(true);

  vi.stubGlobal('fetch', async () => new Response('pdf'));
  await fetchFile('/api/z');
  expect(isOffline()).toBe(false);
});
