/** @alone: it installs a fake IndexedDB, which other tests run without. */
import 'fake-indexeddb/auto';

import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LinkView } from './guestCalls';
import {
  deleteOldViews,
  draftKey,
  storedView,
  storeTask,
  storeView,
  viewAge,
  viewCount,
  type WaitingTask,
} from './guestStorage';

// What is stored is not read.
const view = { name: 'Rosa' } as LinkView;
const day = 86_400_000;
const start = Date.UTC(2026, 5, 1);

const isStored = async (secret: string): Promise<boolean> => (await storedView(secret)) !== undefined;

async function clear(): Promise<void> {
  const db = await openDB('ridgeline-links');
  await Promise.all(['views', 'waiting', 'opened'].map((store) => db.clear(store)));
  db.close();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  localStorage.clear();
});

afterEach(async () => {
  await clear();
  vi.useRealTimers();
});

test('a link that nobody opened for a month leaves nothing of the job on the phone', async () => {
  await storeView('old', view);
  localStorage.setItem(draftKey('note', 'old'), 'The dog bites.');
  localStorage.setItem(draftKey('note', 'new'), 'The gate is open.');
  vi.setSystemTime(start + day);
  await storeView('new', view);
  vi.setSystemTime(start + viewAge + 1);
  await deleteOldViews();
  expect([await isStored('old'), await isStored('new')]).toEqual([false, true]);
  expect(localStorage.getItem(draftKey('note', 'old'))).toBeNull();
  expect(localStorage.getItem(draftKey('note', 'new'))).toBe('The gate is open.');
});

test('a link that is opened again is kept for another month', async () => {
  await storeView('link', view);
  vi.setSystemTime(start + viewAge - day);
  await storeView('link', view);
  vi.setSystemTime(start + viewAge + day);
  await deleteOldViews();
  expect(await isStored('link')).toBe(true);
});

test('a phone with very many links keeps the ones that were opened last', async () => {
  for (let number = 0; number < viewCount + 2; number += 1) {
    vi.setSystemTime(start + number);
    await storeView(`link-${number}`, view);
  }
  await deleteOldViews();
  expect([await isStored('link-0'), await isStored('link-1'), await isStored('link-2')]).toEqual([
    false,
    false,
    true,
  ]);
});

test('what still waits to be sent keeps the view it belongs to, however old it is', async () => {
  await storeView('waiting', view);
  const task: WaitingTask = {
    kind: 'note',
    body: { content: 'The dog bites.' },
    id: 'task',
    secret: 'waiting',
    at: '2026-06-01T12:00:00Z',
    refused: null,
  };
  await storeTask(task);
  vi.setSystemTime(start + 2 * viewAge);
  await deleteOldViews();
  expect(await isStored('waiting')).toBe(true);
});
