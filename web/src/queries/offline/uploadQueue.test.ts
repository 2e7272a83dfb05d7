/** @alone: it installs a fake IndexedDB, which other tests run without. */

import type { JobImage } from '@bindings';
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { reportReachable } from '@/api/connectivity';
import { imagesKey } from '@/queries/jobs/images';
import { jobId } from '@/testing/aJob';
import { aUser } from '@/testing/render';
import { answer, photo, picture, signInAs, states, stored, uploadTab } from '@/testing/uploadTab';
import { isUploading, outbox } from './outbox';
import { withEntryLock } from './outboxLock';
import { discard, flush, retry } from './outboxSender';
import { storedEntries } from './outboxStorage';

const tab = uploadTab();

test('a photo is stored before it is sent, always with the same key, and removed when it has arrived', async () => {
  const ended = tab.add(photo('a.jpg'));
  expect(states()).toEqual(['sending now']);
  await tab.arrived(1);
  const [entry] = await storedEntries(aUser.id);
  expect(entry).toMatchObject({ state: 'waiting', id: tab.received[0]?.key });
  tab.queries.setQueryData<JobImage[]>(imagesKey(jobId(1)), []);
  tab.received[0]?.answer(200, answer);
  expect(await ended).toEqual([]);
  expect(await stored()).toEqual([]);
  expect(outbox.read()).toEqual([]);
  expect(tab.queries.getQueryData(imagesKey(jobId(1)))).toEqual([answer.newEntry]);
});

test('a reload during an upload loses none of twenty photos', async () => {
  void tab.add(...Array.from({ length: 20 }, (_, at) => photo(`roof-${at}.jpg`)));
  await tab.arrived(3);
  await waitFor(async () => expect(await stored()).toHaveLength(20));
  tab.close();
  expect(tab.received.map(({ stopped }) => stopped)).toEqual([true, true, true]);

  tab.open();
  await tab.arrived(4);
  expect(tab.names().at(-1)).toBe('roof-0.jpg');
  expect(tab.received.at(-1)?.key).toBe(tab.received[0]?.key);
  expect(states().filter((state) => state === 'waiting')).toHaveLength(19);
});

test('a photo without a response is queued, and sent again with its key', async () => {
  const ended = tab.add(photo('a.jpg'));
  await tab.arrived(1);
  tab.received[0]?.lose();
  expect(await ended).toEqual([]);
  await tab.arrived(2);
  expect(states()).toEqual(['sending']);
  expect(tab.received[1]?.key).toBe(tab.received[0]?.key);
  tab.received[1]?.answer(200, answer);
  await waitFor(() => expect(outbox.read()).toEqual([]));
  expect(await stored()).toEqual([]);
});

test('without a network a photo is queued at once, without an attempt', async () => {
  reportReachable(false);
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await tab.add(photo('a.jpg'), photo('b.jpg'));
  expect(outbox.read().some(isUploading)).toBe(false);
  expect(await stored()).toEqual(['waiting', 'waiting']);
  online.mockRestore();
});

test('a refused photo is there after a reload, with the reason, until the user decides', async () => {
  const ended = tab.add(photo('a.jpg'));
  await tab.arrived(1);
  tab.received[0]?.answer(403, { error: { code: 'forbidden', message: 'Not your job.' } });
  expect(await ended).toEqual(['Not your job.']);
  await waitFor(async () => expect(await stored()).toEqual(['refused']));
  tab.close();
  tab.open();
  await waitFor(() => expect(states()).toEqual(['refused']));
  const [entry] = outbox.read();
  expect(entry?.reason).toBe('Not your job.');

  const again = retry(entry?.id ?? '');
  await tab.arrived(2);
  tab.received[1]?.answer(200, answer);
  await again;
  expect(await stored()).toEqual([]);
});

test('a photo that is discarded during its upload is aborted, and the next one is sent', async () => {
  void tab.add(...[1, 2, 3, 4].map((number) => photo(`roof-${number}.jpg`)));
  await tab.arrived(3);
  await waitFor(async () => expect(await stored()).toHaveLength(4));
  await discard(outbox.read().slice(0, 1));
  expect(tab.received[0]?.stopped).toBe(true);
  await tab.arrived(4);
  expect(await stored()).toHaveLength(3);
});

test('a picture in a chat is sent after the queued messages of its room', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await tab.add(picture('first.jpg'));
  online.mockRestore();
  await tab.arrived(1);
  await tab.add(picture('second.jpg'));
  expect(tab.names()).toEqual(['first.jpg']);
  expect(states()).toEqual(['sending', 'waiting']);
});

test('an upload of one tab is not sent by another', async () => {
  void tab.add(photo('a.jpg'));
  await tab.arrived(1);
  const id = outbox.read()[0]?.id ?? '';
  expect(await withEntryLock(id, async () => 'sent by another tab')).toBeNull();
  tab.received[0]?.answer(200, answer);
  await waitFor(async () => expect(await withEntryLock(id, async () => 'free')).toBe('free'));
});

test('nothing is uploaded as a user who signed in in another tab meanwhile', async () => {
  void tab.add(...[1, 2, 3, 4].map((number) => photo(`roof-${number}.jpg`)));
  await tab.arrived(3);
  signInAs('somebody else');
  tab.received[0]?.answer(200, answer);
  await waitFor(() => expect(states()).toEqual(['sending now', 'sending now', 'waiting']));
  expect(tab.received).toHaveLength(3);
});

test('uploading before a sign-out waits for running uploads', async () => {
  void tab.add(photo('a.jpg'));
  await tab.arrived(1);
  let done = false;
  const flushed = flush().then(() => {
    done = true;
  });
  await new Promise((go) => setTimeout(go, 20));
  expect(done).toBe(false);
  tab.received[0]?.answer(200, answer);
  await flushed;
  expect(await stored()).toEqual([]);
});
