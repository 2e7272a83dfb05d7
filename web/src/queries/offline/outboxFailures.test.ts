import { beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '@/api/client';
import { newQueryClient } from '@/api/queryClient';
import { noteServerTime } from '@/api/serverClock';
import { profileQuery } from '@/queries/accounts/session';
import { jobId } from '@/testing/aJob';
import { signedIn } from '@/testing/render';
import type { Entry, EntryState } from './outbox';
import { isForgotten, sentNow } from './outboxCreations';
import { entryOf } from './outboxEntry';
import { pauseAfter, settlementOf } from './outboxFailures';

const queries = newQueryClient();
beforeEach(() => queries.setQueryData(profileQuery.queryKey, signedIn()));

const file = new File(['roof'], 'roof.jpg', { type: 'image/jpeg' });
const stored = { durable: true };
const uploaded = { durable: true, foreground: true };
const photo = (change: Partial<EntryState>): Entry => ({
  ...entryOf(queries, { kind: 'photo', jobId: jobId(1), file }, 'a key'),
  ...change,
});
const failure = (status: number, code = 'failed') => new ApiFailure(status, code, 'words of the server');

test('an unreachable server is retried after half a minute, then less often, but at least every five minutes', () => {
  expect([0, 1, 2, 3, 4, 40].map(pauseAfter)).toEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000]);
});

test('an entry without a response is queued, and marked as possibly stored', () => {
  for (const status of [0, 502, 503, 504])
    expect(settlementOf(photo(uploaded), failure(status))).toEqual({
      outcome: 'later',
      change: { unsure: true },
      unheard: true,
    });
});

test('an entry that is not in the storage is not shown as queued', () => {
  expect(settlementOf(photo({ foreground: true }), failure(0))).toMatchObject({
    outcome: 'settled',
    change: { state: 'refused', reason: 'words of the server', again: true },
  });
});

test('a foreground upload reports a server error at once', () => {
  expect(settlementOf(photo(uploaded), failure(500)).change).toMatchObject({
    state: 'refused',
    reason: 'There was an issue while attempting to upload your images.',
    again: true,
  });
});

test('a queued entry is retried five times before it needs a decision', () => {
  expect(settlementOf(photo(stored), failure(500))).toEqual({ outcome: 'later', change: { tries: 1 } });
  expect(settlementOf(photo({ ...stored, tries: 3 }), failure(500)).outcome).toBe('later');
  expect(settlementOf(photo({ ...stored, tries: 4 }), failure(500)).change.state).toBe('refused');
});

test('a file that is no picture, too large, or for a closed room offers no retry', () => {
  for (const status of [409, 413, 415, 422])
    expect(settlementOf(photo(uploaded), failure(status)).change).toMatchObject({ again: false });
  for (const status of [403, 404, 429, 500])
    expect(settlementOf(photo(uploaded), failure(status)).change).toMatchObject({ again: true });
});

test('an expired session leaves stored entries to the next one', () => {
  expect(settlementOf(photo(stored), failure(401))).toEqual({ outcome: 'over', change: {} });
});

test('a new job is taken for forgotten after a day of the server, whatever the clock of the phone did meanwhile', () => {
  const hour = 60 * 60_000;
  const start = Date.now();
  const hear = (clock: number, server: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: clock });
    noteServerTime(new Date(server).toUTCString());
  };
  // The phone is a day behind, and its clock is set when there is a network again.
  hear(start - 24 * hour, start);
  const creation = { ...photo(stored), kind: 'createJob', ...sentNow() } as Entry;
  hear(start + hour, start + hour);
  expect(isForgotten(creation)).toBe(false);
  hear(start, start + 24 * hour);
  expect(isForgotten(creation)).toBe(true);
  vi.useRealTimers();
  noteServerTime(new Date().toUTCString());
});
