import { expect, test, vi } from 'vitest';
import { mockServer, refusal } from '@/testing/render';

import { call } from './client';
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
