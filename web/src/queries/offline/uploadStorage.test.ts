/**
 * Uploads when the storage or a file fails. @alone: it installs a fake IndexedDB, which other tests run without.
 */
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { jobId } from '@/testing/aJob';
import { aFile } from '@/testing/slowForms';
import { answer, photo, stored, uploadTab } from '@/testing/uploadTab';
import { outbox } from './outbox';
import { discard, flush } from './outboxSender';

const tab = uploadTab();

/** Makes the storage fail: full, or broken. */
function breakStorage(name: string): () => void {
  const broken = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('broken', name);
  });
  return () => broken.mockRestore();
}

const unreadable = () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) as Blob;

test('a photo is uploaded even if the storage is full, and a failed upload names that reason', async () => {
  const repair = breakStorage('QuotaExceededError');
  const ended = tab.add(photo('a.jpg'), photo('b.jpg'));
  await tab.arrived(2);
  tab.received[0]?.answer(200, answer);
  await waitFor(() => expect(outbox.read()).toHaveLength(1));
  tab.received[1]?.lose();
  expect(await ended).toEqual(['There is no space left on this device. Free up some space, then try again.']);
  expect(outbox.read()).toMatchObject([{ state: 'refused', durable: false, again: true }]);
  repair();
});

test('a broken storage does not block uploads', async () => {
  const repair = breakStorage('UnknownError');
  const ended = tab.add(photo('a.jpg'));
  await tab.arrived(1);
  tab.received[0]?.answer(200, answer);
  expect(await ended).toEqual([]);
  repair();
});

test('an unreadable file shows as refused, and the others are sent', async () => {
  const lost = aFile('lost.jpg');
  lost.slice = unreadable;
  vi.stubGlobal('structuredClone', <T extends object>(entry: T): T => ({ ...entry }));
  const ended = tab.add({ kind: 'photo', jobId: jobId(1), file: lost }, photo('b.jpg'));
  await waitFor(() => expect(tab.names()).toEqual(['b.jpg']));
  tab.received[0]?.answer(200, answer);
  expect(await ended).toEqual(['There was an issue while attempting to upload your images.']);
  expect(outbox.read()).toMatchObject([{ state: 'refused', again: false }]);
});

test('a photo that was deleted from the device is uploaded from its stored copy', async () => {
  const files = [1, 2, 3, 4].map((number) => aFile(`roof-${number}.jpg`));
  const chosen = files.map((file) => ({ kind: 'photo', jobId: jobId(1), file }) as const);
  void tab.add(...chosen);
  await tab.arrived(3);
  await waitFor(async () => expect(await stored()).toHaveLength(4));
  for (const file of files) file.slice = unreadable;
  tab.received[0]?.answer(200, answer);
  await tab.arrived(4);
  expect(tab.names().at(-1)).toBe('roof-4.jpg');
});

test('a photo that is discarded before it is stored is not stored afterwards', async () => {
  void tab.add(photo('a.jpg'));
  await discard(outbox.read());
  await waitFor(async () => expect(await stored()).toEqual([]));
  expect(tab.received).toEqual([]);
});

test('a temporary storage failure does not stop the retries', async () => {
  const planned = vi.spyOn(globalThis, 'setTimeout');
  const broken = vi.spyOn(IDBObjectStore.prototype, 'index').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError');
  });
  await expect(flush()).rejects.toThrow('broken');
  expect(planned.mock.calls.some(([, wait]) => wait === 30_000)).toBe(true);
  broken.mockRestore();
  planned.mockRestore();
});
