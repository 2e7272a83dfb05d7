/**
 * What becomes of uploads where the storage or a file fails. @alone: it brings a storage of its own, which other tests
 * do without.
 */
import { expect, test, vi } from 'vitest';
import { jobId } from '@/testing/aJob';
import { aFile } from '@/testing/slowForms';
import { answer, photo, stored, uploadTab } from '@/testing/uploadTab';
import { outbox } from './outbox';
import { discard, flush } from './outboxSender';

const tab = uploadTab();

/** Full, or out of order. */
function breakStorage(name: string): () => void {
  const broken = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('broken', name);
  });
  return () => broken.mockRestore();
}

const unreadable = () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) as Blob;

test('a phone without room uploads all the same, and says what is missing where that fails', async () => {
  const repair = breakStorage('QuotaExceededError');
  const ended = tab.add(photo('a.jpg'), photo('b.jpg'));
  await tab.arrived(2);
  tab.received[0]?.answer(200, answer);
  await vi.waitFor(() => expect(outbox.read()).toHaveLength(1));
  tab.received[1]?.lose();
  expect(await ended).toEqual(['There is no space left on this device. Free up some space, then try again.']);
  expect(outbox.read()).toMatchObject([{ state: 'refused', durable: false, again: true }]);
  repair();
});

test('a storage that is out of order holds no photo back', async () => {
  const repair = breakStorage('UnknownError');
  const ended = tab.add(photo('a.jpg'));
  await tab.arrived(1);
  tab.received[0]?.answer(200, answer);
  expect(await ended).toEqual([]);
  repair();
});

test('a file that cannot be read any more is said to be refused, and the others go', async () => {
  const lost = aFile('lost.jpg');
  lost.slice = unreadable;
  vi.stubGlobal('structuredClone', <T extends object>(entry: T): T => ({ ...entry }));
  const ended = tab.add({ kind: 'photo', jobId: jobId(1), file: lost }, photo('b.jpg'));
  await vi.waitFor(() => expect(tab.names()).toEqual(['b.jpg']));
  tab.received[0]?.answer(200, answer);
  expect(await ended).toEqual(['There was an issue while attempting to upload your images.']);
  expect(outbox.read()).toMatchObject([{ state: 'refused', again: false }]);
});

test('a photo that vanished from the device after it was chosen goes from the copy that is stored', async () => {
  const files = [1, 2, 3, 4].map((number) => aFile(`roof-${number}.jpg`));
  const chosen = files.map((file) => ({ kind: 'photo', jobId: jobId(1), file }) as const);
  void tab.add(...chosen);
  await tab.arrived(3);
  await vi.waitFor(async () => expect(await stored()).toHaveLength(4));
  for (const file of files) file.slice = unreadable;
  tab.received[0]?.answer(200, answer);
  await tab.arrived(4);
  expect(tab.names().at(-1)).toBe('roof-4.jpg');
});

test('what is taken back before it is stored is not stored afterwards', async () => {
  void tab.add(photo('a.jpg'));
  await discard(outbox.read());
  await vi.waitFor(async () => expect(await stored()).toEqual([]));
  expect(tab.received).toEqual([]);
});

test('a storage that fails for a moment does not end the waiting: the next try is planned', async () => {
  const planned = vi.spyOn(globalThis, 'setTimeout');
  const broken = vi.spyOn(IDBObjectStore.prototype, 'index').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError');
  });
  await expect(flush()).rejects.toThrow('broken');
  expect(planned.mock.calls.some(([, wait]) => wait === 30_000)).toBe(true);
  broken.mockRestore();
  planned.mockRestore();
});
