/**
 * Days on a line that breaks, with a browser that is killed, a second tab, a full disk and a wrong clock: whatever
 * happens in between, the server has each thing once at the end, and the phone shows what the server has.
 * `RIDGELINE_E2E_SCHEDULES` is the number of random days.
 */
import type { Page } from '@playwright/test';
import { caller, createJob, offerJob } from './support/apiCaller';
import {
  addToOpenJob,
  anAppointmentOf,
  choosePhoto,
  createOnPhone,
  decide,
  expectHanded,
  expectStored,
  jobsNamed,
  type MadeJob,
  moveOnPhone,
  quarter,
  spanish,
  startOf,
  waiting,
} from './support/brokenDay';
import { type BrokenLine, randomBy, startBrokenLine } from './support/brokenLine';
import { demoToken, expect, test } from './support/fixtures';
import { type KilledBrowser, startKilledBrowser } from './support/killedBrowser';
import { cachedResponses, cacheName, isCachedWith, waitForServiceWorker } from './support/offlineCache';
import { aDay, addNote, admin, jobOf, look, notesOf, photosOf, places, saidIn } from './support/outboxDay';

const schedules = Number(process.env.RIDGELINE_E2E_SCHEDULES ?? 1);
const firstSeed = Number(process.env.RIDGELINE_E2E_SEED ?? 1);
const seeds = Array.from({ length: schedules }, (_, at) => firstSeed + at);
const subcontractor = 'luis@rios-brothers.example';
const dayLength = 24 * 60 * 60_000;

const name = (of: string) => `${of} ${crypto.randomUUID().slice(0, 8)}`;

type Step = () => Promise<unknown>;

/** The network, the tabs and the phone itself. */
const accidents = (browser: KilledBrowser, random: () => number): Step[] => [
  () => browser.context().setOffline(random() < 0.5),
  () => browser.page().reload(),
  () => browser.kill(),
];

async function walk(steps: readonly Step[], random: () => number, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await steps[Math.floor(random() * steps.length)]?.();
}

/** Walks each day; what the phone shows is kept if one fails. */
async function eachDay(browser: KilledBrowser, line: BrokenLine, day: (seed: number) => Promise<void>) {
  try {
    for (const seed of seeds) {
      await test.step(`seed ${seed}`, () => day(seed));
      process.stdout.write(`seed ${seed} passed\n`);
    }
  } catch (failure) {
    await browser.page().screenshot({ path: test.info().outputPath('phone.png') });
    throw failure;
  } finally {
    await browser.end();
    line.stop();
  }
}

/** A new day: the line is whole, and the phone has the clock of the day. */
async function begin(browser: KilledBrowser, line: BrokenLine, random: () => number): Promise<void> {
  line.breakBy(null);
  await browser.context().setOffline(false);
  await browser.page().goto('/app/jobs');
  await browser.setClock(dayLength * (Math.floor(random() * 3) - 1));
  await browser.page().reload();
}

/** The line is whole again: everything is sent, and the user decides about what has changed. */
async function end(
  browser: KilledBrowser,
  line: BrokenLine,
  seed: number,
  choices: () => string,
  words?: typeof spanish,
) {
  line.breakBy(null);
  await browser.context().setOffline(false);
  await browser.page().goto('/app/jobs');
  const rest = async () => {
    // As a phone does that comes back to its network.
    await browser.page().evaluate(() => void window.dispatchEvent(new Event('online')));
    await decide(browser.page(), choices, words);
    return waiting(browser.page());
  };
  await expect.poll(rest, { message: `seed ${seed}: nothing waits`, timeout: 120_000 }).toEqual([]);
}

const isNote = (text: string) => (entry: { kind: string; content: string }) =>
  entry.kind === 'note' && entry.content === text;

test('the server has each thing once after random days on a line that breaks', {
  tag: '@phone',
}, async ({ request, server }) => {
  test.setTimeout(120_000 + schedules * 180_000);
  const line = await startBrokenLine(server.app);
  const browser = await startKilledBrowser(line.app, await demoToken(request, admin));
  const page = () => browser.page();
  const day = async (seed: number) => {
    const random = randomBy(seed);
    const planned = await aDay(request);
    const { office, roof, room } = planned;
    const meeting = await anAppointmentOf(office);
    const at = places(planned);
    await begin(browser, line, random);
    await look(page(), planned, 'list', 'notes', 'photos', 'room');
    await page().goto(meeting.page);
    await expect.poll(() => isCachedWith(page(), '["appointments"]', meeting.id)).toBe(true);
    line.breakBy(seed);
    const notes: string[] = [];
    const messages: string[] = [];
    const jobs: MadeJob[] = [];
    const moves: string[] = [];
    let photos = 0;
    let isMovedByOffice = false;

    const noteIn = async (tab: Page) => {
      await tab.goto(at.notes);
      const text = name(`Note ${seed}.${notes.length}`);
      await addNote(tab, text);
      notes.push(text);
      const there = async () =>
        (await notesOf(office, roof.id)).filter(({ content }) => content === text).length;
      await expectHanded(tab, `seed ${seed}: ${text}`, isNote(text), there);
    };
    const makeJob = async () => {
      const job: MadeJob = { title: name(`Job ${seed}.${jobs.length}`), notes: [], photos: 0 };
      await createOnPhone(page(), job.title);
      jobs.push(job);
      const there = async () => (await jobsNamed(office, job.title)).length;
      const isIt = (entry: { kind: string; content: string }) =>
        entry.kind === 'createJob' && entry.content === job.title;
      await expectHanded(page(), `seed ${seed}: ${job.title}`, isIt, there);
      // Its page can be opened without a network from then on.
      const isKept = async () => {
        const id = new URL(page().url()).pathname.split('/').at(-1);
        const kept = await cachedResponses(page());
        return kept.includes(cacheName(`"one","${id}"`)) || (await waiting(page())).some(isIt);
      };
      await expect.poll(isKept, `seed ${seed}: ${job.title} is kept`).toBe(true);
      if (random() < 0.3) await browser.context().setOffline(true);
      if (random() < 0.3) await openAnew(job);
      if (random() < 0.8) await addToOpenJob(page(), office, job, 'note');
      if (random() < 0.6) await addToOpenJob(page(), office, job, 'photo');
    };
    /** The browser is killed, and the job opened in the list. */
    const openAnew = async (job: MadeJob) => {
      await browser.kill();
      await page().goto(`/app/jobs?q=${encodeURIComponent(job.title)}`);
      await page().getByRole('link', { name: job.title }).first().click();
      await expect(page().getByRole('dialog', { name: job.title })).toBeVisible();
    };
    const fullDisk = async () => {
      await page().goto(at.notes);
      await browser.context().setOffline(true);
      await browser.fillDisk(true);
      const text = name(`Note ${seed}.${notes.length}`);
      await addNote(page(), text);
      // An error is shown, and the form keeps its input.
      await expect(page().getByText(/^There is no space left on this device/)).toBeVisible();
      await browser.fillDisk(false);
      await page().getByRole('button', { name: 'OK' }).click();
      await expect(page().getByRole('textbox', { name: /note/i })).toHaveValue(text);
      await page().getByRole('button', { name: 'Add note' }).click();
      notes.push(text);
      await expectHanded(page(), `seed ${seed}: ${text}`, isNote(text), async () => 0);
    };
    const move = async () => {
      const { wall, start } = quarter(meeting, random);
      if (Date.parse(moves.at(-1) ?? '') === Date.parse(start)) return;
      await moveOnPhone(page(), meeting, wall);
      moves.push(start);
      const isIt = (entry: { kind: string; content: string }) =>
        entry.kind === 'moveAppointment' && Date.parse(entry.content) === Date.parse(start);
      const there = async () => Number(Date.parse(await startOf(office, meeting)) === Date.parse(start));
      await expectHanded(page(), `seed ${seed}: moved to ${start}`, isIt, there);
    };
    const moveByOffice = async () => {
      const { start, end: until } = quarter(meeting, random);
      await office.put(`/api/appointments/schedule/${meeting.id}`, { start, end: until });
      isMovedByOffice = true;
      moves.push(start);
    };
    const say = async () => {
      await page().goto(at.room);
      const text = name(`Message ${seed}.${messages.length}`);
      const box = page().getByRole('textbox', { name: 'Write a message' });
      await box.fill(text);
      // Handed over is what has left the field.
      await expect(async () => {
        await page().getByRole('button', { name: 'Send' }).first().click({ timeout: 5_000 });
        await expect(box).toHaveValue('', { timeout: 1_000 });
      }).toPass();
      messages.push(text);
      const there = async () => (await saidIn(office, room.roomId, text)).length;
      await expectHanded(page(), text, ({ content }) => content === text, there);
    };
    const photograph = async () => {
      await page().goto(at.photos);
      await choosePhoto(page(), String(photos), random() < 0.4 ? 1_400 : 120);
      photos += 1;
      const there = async () => (await photosOf(office, roof.id)).length;
      await expectHanded(page(), `seed ${seed}: a photo`, ({ kind }) => kind === 'photo', there, photos);
    };
    const secondTab = async () => {
      const [, other] = browser.context().pages();
      await noteIn(other ?? (await browser.context().newPage()));
    };
    const work = [() => noteIn(page()), photograph, say, makeJob, makeJob, move, move, moveByOffice];
    await walk([...work, secondTab, fullDisk, ...accidents(browser, random)], random, 9);

    let isDecided = false;
    await end(browser, line, seed, () => {
      isDecided = true;
      return random() < 0.5 ? 'Do it anyway' : 'Keep theirs';
    });
    const stored = (await notesOf(office, roof.id)).map(({ content }) => content);
    expect(stored.toSorted(), `seed ${seed}: notes`).toEqual(notes.toSorted());
    expect(await photosOf(office, roof.id), `seed ${seed}: photos`).toHaveLength(photos);
    for (const text of messages)
      expect(await saidIn(office, room.roomId, text), `seed ${seed}: ${text}`).toHaveLength(1);
    await page().goto(at.notes);
    for (const text of notes) await expect(page().getByText(text)).toHaveCount(1);
    await page().goto(at.photos);
    await expect(page().getByRole('figure')).toHaveCount(photos);
    for (const job of jobs) await expectStored(page(), office, job);
    const start = Date.parse(await startOf(office, meeting));
    // A browser that was killed may not know its own last move any more, and asks.
    if (!isMovedByOffice && !isDecided && moves.length > 0)
      expect(start, `seed ${seed}: the last move`).toBe(Date.parse(moves.at(-1) ?? ''));
    if (moves.length > 0) expect(moves.map((each) => Date.parse(each))).toContain(start);
    await page().goto(meeting.page);
    const shown = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/Chicago' });
    await expect(page().getByLabel('Start time')).toHaveValue(shown.format(start));
  };
  await eachDay(browser, line, day);
});

test('a crew has answered each job as it meant to after random days', {
  tag: '@phone',
}, async ({ request, server }) => {
  test.setTimeout(120_000 + schedules * 120_000);
  const line = await startBrokenLine(server.app);
  const browser = await startKilledBrowser(line.app, await demoToken(request, subcontractor));
  const page = () => browser.page();
  const office = await caller(request, admin);
  const day = async (seed: number) => {
    const random = randomBy(seed);
    const offered = [await createJob(office), await createJob(office), await createJob(office)];
    for (const { id } of offered) await offerJob(office, id);
    await begin(browser, line, random);
    await expect.poll(() => cachedResponses(page())).toContain('jobs');
    for (const { id, title } of offered) {
      await page().goto(`/app/jobs/${id}`);
      await expect(page().getByRole('dialog', { name: title })).toBeVisible();
      await expect.poll(() => cachedResponses(page())).toContain(id);
    }
    await waitForServiceWorker(page());
    line.breakBy(seed);
    const answers = new Map<string, string>();
    const moved = new Set<string>();
    const pick = () => offered[Math.floor(random() * offered.length)] as { id: string; title: string };
    const answer = async () => {
      const { id, title } = pick();
      if (answers.has(id)) return;
      const choice = random() < 0.5 ? 'Aceptar' : 'Rechazar';
      await page().goto(`/app/jobs/${id}`);
      const job = page().getByRole('dialog', { name: title });
      await job.getByRole('button', { name: choice, exact: true }).first().click();
      if (choice === 'Rechazar')
        await page()
          .getByRole('button', { name: /^Sí, rechaz/ })
          .click();
      answers.set(id, choice);
      const there = async () => {
        // The days have changed, and the answer was not taken: the user is asked, and leaves it at that.
        const anew = page().getByRole('alertdialog').getByRole('button', { name: 'Cancelar' });
        if (await anew.isVisible()) {
          await anew.click();
          answers.delete(id);
          return 1;
        }
        const { isAcceptedBySub, assignedToCompanyId } = await jobOf(office, id);
        return Number(isAcceptedBySub || assignedToCompanyId === null);
      };
      const isIt = (entry: { kind: string; content: string }) =>
        entry.kind === 'answerJob' && entry.content === title;
      await expectHanded(page(), `seed ${seed}: ${choice} ${title}`, isIt, there);
    };
    const otherDays = async () => {
      const { id } = pick();
      const on = `2031-06-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`;
      await office.post('/api/jobs/update/schedule', { jobId: id, startDate: on, endDate: on });
      moved.add(id);
    };
    await walk([answer, answer, answer, otherDays, ...accidents(browser, random)], random, 8);

    const choices = ['Aceptar de todos modos', 'Rechazar', 'Descartar mi respuesta'];
    await end(browser, line, seed, () => choices[Math.floor(random() * 3)] ?? 'Rechazar', spanish);
    for (const { id, title } of offered) {
      const { isAcceptedBySub, assignedToCompanyId } = await jobOf(office, id);
      const meant = answers.get(id);
      // Other days ask anew, before or after the answer.
      if (!moved.has(id)) {
        expect(isAcceptedBySub, `seed ${seed}: ${title} ${meant}`).toBe(meant === 'Aceptar');
        expect(assignedToCompanyId === null, `seed ${seed}: ${title} ${meant}`).toBe(meant === 'Rechazar');
      }
      await page().goto(`/app/jobs?q=${encodeURIComponent(title)}`);
      const rows = page().getByRole('link', { name: title });
      await expect(rows).toHaveCount(assignedToCompanyId === null ? 0 : 1);
      if (assignedToCompanyId === null) continue;
      await page().goto(`/app/jobs/${id}`);
      const accept = page().getByRole('button', { name: 'Aceptar', exact: true });
      await expect(page().getByRole('dialog', { name: title })).toBeVisible();
      await expect(accept.first()).toBeVisible({ visible: !isAcceptedBySub });
    }
  };
  await eachDay(browser, line, day);
});
