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

test('three photos of twenty are uploaded at a time, so that none crawls', () => {
  expect(maxUploads).toBe(3);
  const photos = Array.from({ length: 20 }, () => upload(photo));
  expect(nextUploads(photos)).toEqual(photos.slice(0, 3));
  const [first, second, ...rest] = photos as [Entry, Entry, ...Entry[]];
  const begun = [{ ...first, state: 'sending' as const }, { ...second, state: 'sending' as const }, ...rest];
  expect(nextUploads(begun)).toEqual(rest.slice(0, 1));
  expect(nextUploads(photos.map((each) => ({ ...each, state: 'sending' as const })))).toEqual([]);
});

test('pictures of a room are sent one after the other, those of another room beside them', () => {
  const [first, second] = [upload(picture), upload(picture)];
  const other = upload({ ...picture, roomId: roomId(2) } as Task);
  expect(nextUploads([first, second, other])).toEqual([first, other]);
  expect(nextUploads([{ ...first, state: 'sending' as const }, second])).toEqual([]);
});

test('a picture that was refused does not hold up the next one', () => {
  const [refused, next] = [entry(picture, { state: 'refused' }), upload(picture)];
  expect(nextUploads([refused, next])).toEqual([next]);
  expect(isBehindBacklog(next, [refused, next])).toBe(false);
});

test('a text does not wait for a large picture, and a picture not longer than for the texts before it', () => {
  const [large, words, after] = [entry(picture), entry(text), upload(picture)];
  expect(nextToSend([{ ...large, state: 'refused' as const }, words])).toBe(words);
  expect(isBehindBacklog(after, [words, after])).toBe(true);
  expect(isBehindBacklog(after, [after, entry(text)])).toBe(false);
});

test('a photo holds back no note of its job, and no note a photo', () => {
  const [refused, words] = [entry(photo, { state: 'refused' }), entry(note)];
  expect(nextToSend([refused, words])).toBe(words);
  expect(nextUploads([entry(note, { state: 'refused' }), upload(photo)])).toHaveLength(1);
});

test('a refused note holds back the next one of its job, and not that of another', () => {
  const [refused, behind] = [entry(note, { state: 'refused' }), entry(note)];
  const other = entry({ ...note, jobId: jobId(2) } as Task);
  expect(nextToSend([refused, behind, other])).toBe(other);
});

test('what this or another tab uploads is not sent a second time with what waits', () => {
  const [mine, theirs, last] = [upload(photo), entry(photo), entry(photo)];
  expect(nextToSend([mine, theirs, last], new Set([theirs.id]))).toBe(last);
});
