import { beforeEach, expect, test } from 'vitest';
import { newIdempotencyKey } from '@/api/idempotency';
import { newQueryClient } from '@/api/queryClient';
import { profileQuery } from '@/queries/accounts/session';
import type { UnsentMessage } from '@/queries/chat/messageTypes';
import { jobId } from '@/testing/aJob';
import { roomId } from '@/testing/aMessage';
import { signedIn } from '@/testing/render';
import type { Entry, EntryState, Task } from './outbox';
import { entryOf } from './outboxEntry';
import { isBehindBacklog, maxUploads, nextToSend, nextUploads } from './outboxOrder';

const file = new File(['roof'], 'roof.jpg', { type: 'image/jpeg' });
const note: Task = { kind: 'note', jobId: jobId(1), content: 'The dog bites.' };
const photo: Task = { kind: 'photo', jobId: jobId(1), file };
const picture: Task = { kind: 'picture', roomId: roomId(1), tempId: 'a', tags: [], file };
const text: Task = { kind: 'message', message: { roomId: roomId(1) } as UnsentMessage };

const queries = newQueryClient();
beforeEach(() => queries.setQueryData(profileQuery.queryKey, signedIn()));

const entry = (task: Task, change: Partial<EntryState> = {}): Entry => ({
  ...entryOf(queries, task, newIdempotencyKey()),
  ...change,
});
const upload = (task: Task, state: Entry['state'] = 'waiting') => entry(task, { state, foreground: true });

test('three photos of twenty are uploaded at a time, so that none is slow', () => {
  expect(maxUploads).toBe(3);
  const photos = Array.from({ length: 20 }, () => upload(photo));
  expect(nextUploads(photos)).toEqual(photos.slice(0, 3));
  const [first, second, ...rest] = photos as [Entry, Entry, ...Entry[]];
  const begun = [{ ...first, state: 'sending' as const }, { ...second, state: 'sending' as const }, ...rest];
  expect(nextUploads(begun)).toEqual(rest.slice(0, 1));
  expect(nextUploads(photos.map((each) => ({ ...each, state: 'sending' as const })))).toEqual([]);
});

test('pictures of a room are sent one after the other, those of other rooms in parallel', () => {
  const [first, second] = [upload(picture), upload(picture)];
  const other = upload({ ...picture, roomId: roomId(2) } as Task);
  expect(nextUploads([first, second, other])).toEqual([first, other]);
  expect(nextUploads([{ ...first, state: 'sending' as const }, second])).toEqual([]);
});

test('a refused picture does not block the next one', () => {
  const [refused, next] = [entry(picture, { state: 'refused' }), upload(picture)];
  expect(nextUploads([refused, next])).toEqual([next]);
  expect(isBehindBacklog(next, [refused, next])).toBe(false);
});

test('a text does not wait for a picture, and a picture waits only for earlier texts', () => {
  const [large, words, after] = [entry(picture), entry(text), upload(picture)];
  expect(nextToSend([{ ...large, state: 'refused' as const }, words])).toBe(words);
  expect(isBehindBacklog(after, [words, after])).toBe(true);
  expect(isBehindBacklog(after, [after, entry(text)])).toBe(false);
});

test('photos and notes of a job do not block each other', () => {
  const [refused, words] = [entry(photo, { state: 'refused' }), entry(note)];
  expect(nextToSend([refused, words])).toBe(words);
  expect(nextUploads([entry(note, { state: 'refused' }), upload(photo)])).toHaveLength(1);
});

test('a refused note blocks the next one of its job, but not of other jobs', () => {
  const [refused, behind] = [entry(note, { state: 'refused' }), entry(note)];
  const other = entry({ ...note, jobId: jobId(2) } as Task);
  expect(nextToSend([refused, behind, other])).toBe(other);
});

test('an upload of this or another tab is not sent again with the queued entries', () => {
  const [mine, theirs, last] = [upload(photo), entry(photo), entry(photo)];
  expect(nextToSend([mine, theirs, last], new Set([theirs.id]))).toBe(last);
});
