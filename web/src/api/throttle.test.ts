import { expect, test, vi } from 'vitest';
import { setLanguage } from '@/i18n';

import { throttled } from './throttle';

/** Starts a call; the returned state shows whether it was sent or refused. */
function begin(key: string) {
  const state = { sent: false, failure: null as unknown };
  void throttled(key).then(
    () => {
      state.sent = true;
    },
    (failure: unknown) => {
      state.failure = failure;
    },
  );
  return state;
}

test('the first call is sent at once, and each repeat waits longer', async () => {
  vi.useFakeTimers();
  const first = begin('POST /api/jobs/create {}');
  await vi.advanceTimersByTimeAsync(0);
  expect(first.sent).toBe(true);
  const second = begin('POST /api/jobs/create {}');
  await vi.advanceTimersByTimeAsync(499);
  expect(second.sent).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(second.sent).toBe(true);
  const third = begin('POST /api/jobs/create {}');
  await vi.advanceTimersByTimeAsync(999);
  expect(third.sent).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(third.sent).toBe(true);
});

test('calls that differ do not wait for each other', async () => {
  vi.useFakeTimers();
  begin('POST /api/jobs/complete {"jobId":"1"}');
  const other = begin('POST /api/jobs/complete {"jobId":"2"}');
  await vi.advanceTimersByTimeAsync(0);
  expect(other.sent).toBe(true);
});

test('the eleventh of the same call within a minute is refused in the user’s language', async () => {
  vi.useFakeTimers();
  setLanguage('spanish');
  for (let repeat = 0; repeat < 10; repeat += 1) begin('POST /api/jobs/create {}');
  const eleventh = begin('POST /api/jobs/create {}');
  await vi.advanceTimersByTimeAsync(0);
  expect(eleventh.failure).toMatchObject({ status: 429, code: 'duplicate_call_limit' });
  expect(String(eleventh.failure)).toMatch(/Duplicate|duplicad/i);
});

test('after a minute without repeats the call is sent at once again', async () => {
  vi.useFakeTimers();
  begin('POST /api/jobs/create {}');
  await vi.advanceTimersByTimeAsync(60_000);
  const later = begin('POST /api/jobs/create {}');
  await vi.advanceTimersByTimeAsync(0);
  expect(later.sent).toBe(true);
});
