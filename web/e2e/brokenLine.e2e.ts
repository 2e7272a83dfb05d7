/**
 * A day on a line that breaks, with a browser that is killed: whatever happens in between, the server has each thing once
 * at the end, and the phone shows what the server has. `RIDGELINE_E2E_SCHEDULES` is the number of random days.
 */
import type { Page } from '@playwright/test';
import { randomBy, startBrokenLine } from './support/brokenLine';
import { demoToken, expect, test } from './support/fixtures';
import { startKilledBrowser } from './support/killedBrowser';
import { aDay, addNote, admin, look, notesOf, photosOf, places, saidIn } from './support/outboxDay';

const schedules = Number(process.env.RIDGELINE_E2E_SCHEDULES ?? 3);
const firstSeed = Number(process.env.RIDGELINE_E2E_SEED ?? 1);

/** What waits in this browser, by kind. */
const waiting = (page: Page): Promise<{ kind: string; content: string; state: string; reason: string }[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opened = indexedDB.open('ridgeline.outbox');
        opened.onupgradeneeded = () => opened.transaction?.abort();
        opened.onerror = () => resolve([]);
        opened.onsuccess = () => {
          const all = opened.result.transaction('entries').objectStore('entries').getAll();
          all.onsuccess = () => {
            opened.result.close();
            resolve(
              all.result.map(({ kind, content, message, state, reason, unanswered }) => ({
                kind,
                content: content ?? message?.contents ?? '',
                state: `${state} ${unanswered}`,
                reason,
              })),
            );
          };
        };
      }),
  );

/** Noise, which a JPEG cannot make small: a photo of some megabytes. */
const noise = async (page: Page, side: number): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate((pixels) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [pixels, pixels];
      const pen = canvas.getContext('2d');
      if (pen === null) throw new Error('no canvas');
      const image = pen.createImageData(pixels, pixels);
      for (let at = 0; at < image.data.length; at += 65_536)
        crypto.getRandomValues(image.data.subarray(at, Math.min(at + 65_536, image.data.length)));
      for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255;
      pen.putImageData(image, 0, 0);
      return canvas.toDataURL('image/jpeg', 0.92).split(',')[1] ?? '';
    }, side),
    'base64',
  );

test(`after ${schedules} random days on a line that breaks the server has each thing once`, {
  tag: '@phone',
}, async ({ request, server }) => {
  test.setTimeout(120_000 + schedules * 90_000);
  const token = await demoToken(request, admin);
  const line = await startBrokenLine(server.app);
  const browser = await startKilledBrowser(line.app, token);
  try {
    for (let seed = firstSeed; seed < firstSeed + schedules; seed += 1)
      await test.step(`seed ${seed}`, async () => {
        const random = randomBy(seed);
        const day = await aDay(request);
        const { office, roof, room } = day;
        const at = places(day);
        const open = async (path: string) => void (await browser.page().goto(path));
        line.breakBy(null);
        await browser.context().setOffline(false);
        await look(browser.page(), day, 'list', 'notes', 'photos', 'room');
        line.breakBy(seed);
        const notes: string[] = [];
        const messages: string[] = [];
        let photos = 0;
        const isHanded = async (
          kind: string,
          content: string,
          there: () => Promise<number>,
          count: number,
        ) => {
          const here = (await waiting(browser.page())).filter(
            (entry) => entry.kind === kind && (content === '' || entry.content === content),
          ).length;
          return here + (await there()) >= count;
        };
        const steps: (() => Promise<void>)[] = [
          async () => {
            await open(at.notes);
            const text = `Note ${seed}.${notes.length} ${crypto.randomUUID().slice(0, 8)}`;
            await addNote(browser.page(), text);
            notes.push(text);
            const there = async () =>
              (await notesOf(office, roof.id)).filter(({ content }) => content === text).length;
            await expect.poll(() => isHanded('note', text, there, 1), `seed ${seed}: ${text}`).toBe(true);
          },
          async () => {
            await open(at.photos);
            const side = random() < 0.4 ? 1_400 : 120;
            const buffer = await noise(browser.page(), side);
            const input = browser.page().locator('input[type=file][multiple]').first();
            await input.setInputFiles({ name: `${photos}.jpg`, mimeType: 'image/jpeg', buffer });
            photos += 1;
            const there = async () => (await photosOf(office, roof.id)).length;
            await expect.poll(() => isHanded('photo', '', there, photos), `seed ${seed}: a photo`).toBe(true);
          },
          async () => {
            await open(at.room);
            const text = `Message ${seed}.${messages.length} ${crypto.randomUUID().slice(0, 8)}`;
            const box = browser.page().getByRole('textbox', { name: 'Write a message' });
            await box.fill(text);
            // Handed over is what has left the field.
            await expect(async () => {
              await browser.page().getByRole('button', { name: 'Send' }).first().click({ timeout: 5_000 });
              await expect(box).toHaveValue('', { timeout: 1_000 });
            }).toPass();
            messages.push(text);
            const there = async () => (await saidIn(office, room.roomId, text)).length;
            await expect.poll(() => isHanded('message', text, there, 1), `seed ${seed}: ${text}`).toBe(true);
          },
          () => browser.context().setOffline(random() < 0.5),
          async () => void (await browser.page().reload()),
          () => browser.kill(),
        ];
        for (let count = 0; count < 7; count += 1) {
          const step = steps[Math.floor(random() * steps.length)];
          await step?.();
        }

        line.breakBy(null);
        await browser.context().setOffline(false);
        await open('/app/jobs');
        const rest = async () => {
          // As a phone does that comes back to its network.
          await browser.page().evaluate(() => void window.dispatchEvent(new Event('online')));
          return waiting(browser.page());
        };
        await expect.poll(rest, { message: `seed ${seed}: nothing waits`, timeout: 90_000 }).toEqual([]);
        const stored = (await notesOf(office, roof.id)).map(({ content }) => content);
        expect(stored.toSorted(), `seed ${seed}: notes`).toEqual(notes.toSorted());
        expect(await photosOf(office, roof.id), `seed ${seed}: photos`).toHaveLength(photos);
        for (const text of messages)
          expect(await saidIn(office, room.roomId, text), `seed ${seed}: ${text}`).toHaveLength(1);
        await open(at.notes);
        for (const text of notes) await expect(browser.page().getByText(text)).toHaveCount(1);
        await open(at.photos);
        await expect(browser.page().getByRole('figure')).toHaveCount(photos);
      });
  } finally {
    await browser.end();
    line.stop();
  }
});
