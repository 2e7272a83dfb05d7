/** The speed of a list with 20,000 jobs: scrolling, searching and sorting. Prints the measurements. */
import type { Page } from '@playwright/test';

import type { Job } from '../../bindings';
import { expect, test, type World } from './support/fixtures';
import { FrameTimer, median, printFigures } from './support/frameTimes';

const many = 20_000;

/**
 * The budget in ms of scripting: longer blocks are noticeable as stutter or late letters. All budgets are for an idle
 * machine; a slower one gets proportionally more.
 */
const maxScripting = 100;
/** The budget for a press of a button, in ms. */
const prompt = 300;

/** The number of wheel turns from top to bottom; each shows other jobs. */
const wheels = 80;

// The list has no map, so software WebGL is not needed.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  },
});

const streets = ['Depew St', 'Treutland Ave', 'Gallatin Pike', 'Ordway Pl', 'Fatherland St'];
const works = ['re-roof', 'hail repair', 'gutters', 'skylight flashing', 'tear-off'];
const crews = Array.from({ length: 40 }, (_, at) => `Crew ${(at * 17) % 40}`);

/** Jobs of ten years, each with title, address, crew and days. */
function longList(pattern: Job): Job[] {
  const first = Date.UTC(2020, 0, 1);
  const one = <T>(list: readonly T[], at: number) => list[at % list.length] as T;
  return Array.from({ length: many }, (_, at) => {
    const number = (at * 7_919) % many;
    const startDate = new Date(first + Math.floor(at / 6) * 86_400_000).toISOString().slice(0, 10);
    return {
      ...pattern,
      id: `0199c000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      title: `${one(['Whitaker', 'Okafor', 'Peña', 'Marchetti'], number)} ${one(works, number)} ${number}`,
      address: `${100 + number} ${one(streets, number)}`,
      startDate,
      endDate: startDate,
      isCustom: true,
      customSubcontractorName: one(crews, number),
    };
  });
}

/** Waits for the complete list. */
async function open(page: Page, world: World): Promise<FrameTimer> {
  const company = await world.company();
  await company.job({ title: 'Pattern' });
  const [pattern] = await company.jobs();
  if (pattern === undefined) throw new Error('no job');
  const body = JSON.stringify({ jobs: longList(pattern) });
  await page.route('**/api/jobs/myJobs/**', (route) =>
    route.fulfill({ body, contentType: 'application/json' }),
  );
  await company.signIn();
  await page.goto('/app/jobs');
  await expect(page.getByRole('status').filter({ hasText: '20000 jobs' })).toBeAttached();
  await page.waitForLoadState('networkidle');
  const pacer = await FrameTimer.of(page);
  await pacer.slowness();
  return pacer;
}

/** Turns the wheel until the last job shows; returns the ms of scripting of each turn. */
async function scrolled(page: Page, pacer: FrameTimer, scroller: string): Promise<number[]> {
  const at = page.locator(scroller);
  const height = await at.evaluate((list) => list.scrollHeight);
  await page.mouse.move(200, 500);
  const turns: number[] = [];
  for (let turn = 0; turn < wheels; turn++) {
    const before = await at.evaluate((list) => list.scrollTop);
    const moved = () => at.evaluate((list) => list.scrollTop);
    turns.push(
      await pacer.scripting(async () => {
        await page.mouse.wheel(0, Math.ceil(height / wheels));
        if (turn < wheels - 1) await expect.poll(moved, { intervals: [20, 50, 100] }).toBeGreaterThan(before);
      }),
    );
  }
  return turns;
}

/** Types a word; returns the ms of scripting of each letter. */
async function typed(page: Page, pacer: FrameTimer, word: string): Promise<number[]> {
  await page.getByRole('searchbox').click();
  const letters: number[] = [];
  for (const letter of word) letters.push(await pacer.scripting(() => page.keyboard.type(letter)));
  return letters;
}

test('20,000 jobs scroll, are searched and sorted on a desktop without stutter', async ({ page, world }) => {
  test.skip(world.phone, 'phones have cards');
  const pacer = await open(page, world);
  const rows = page.getByRole('region', { name: 'Jobs' }).getByRole('row');

  const turns = await scrolled(page, pacer, 'section[aria-label="Jobs"]');
  await expect(page.locator(`[aria-rowindex="${many + 1}"]`)).toBeVisible();
  // Only visible rows are rendered.
  expect(await rows.count()).toBeLessThan(100);
  const pace = await pacer.watched(() => page.mouse.wheel(0, -400));

  const sorts: number[] = [];
  for (const column of ['Crew', 'Crew', 'Title', 'Address']) {
    const heading = page.getByRole('columnheader', { name: column, exact: true }).getByRole('button');
    sorts.push(await pacer.scripting(() => heading.click()));
  }
  await page.getByRole('columnheader', { name: 'Crew', exact: true }).getByRole('button').click();
  await page.locator('section[aria-label="Jobs"]').evaluate((list) => list.scrollTo({ top: 0 }));
  await expect(rows.nth(1)).toContainText('Crew 0');

  const letters = await typed(page, pacer, 'whitaker 1204');
  await expect(rows.nth(1)).toContainText('Whitaker');

  printFigures('20,000 jobs, ms of scripting of a wheel event', turns);
  printFigures('20,000 jobs, frames per second while scrolling', [pace.seen]);
  printFigures('20,000 jobs, longest time between two frames while scrolling in ms', [pace.longest]);
  printFigures('20,000 jobs, pictures that the page has time for in a second', [pace.able]);
  printFigures('20,000 jobs, ms of scripting of a sort (crew, crew, title, address)', sorts);
  printFigures('20,000 jobs, ms of scripting of a keystroke', letters);
  const { worked } = await pacer.slowness();
  expect(Math.max(...turns)).toBeLessThan(maxScripting * worked);
  expect(pace.able).toBeGreaterThanOrEqual(30 / worked);
  expect(Math.max(...sorts)).toBeLessThan(prompt * worked);
  expect(median(letters)).toBeLessThan(maxScripting * worked);
});

test('20,000 jobs scroll and are searched on a phone without stutter', async ({ page, world }) => {
  test.skip(!world.phone, 'desktops have rows');
  const pacer = await open(page, world);
  const turns = await scrolled(page, pacer, 'html');
  await expect(page.locator(`[aria-posinset="${many}"]`)).toBeVisible();
  expect(await page.locator('[aria-posinset]').count()).toBeLessThan(60);
  await page.evaluate(() => window.scrollTo(0, 0));
  const letters = await typed(page, pacer, 'whitaker 1204');
  const jobs = page.getByRole('list', { name: 'Jobs' }).getByRole('link');
  await expect(jobs.first()).toContainText('Whitaker');
  printFigures('20,000 jobs on a phone, ms of scripting of a scroll', turns);
  printFigures('20,000 jobs on a phone, ms of scripting of a keystroke', letters);
  // Cards are measured when they become visible and move all cards after them, so the first turns cost more.
  const { worked } = await pacer.slowness();
  expect(median(turns)).toBeLessThan(maxScripting * worked);
  expect(median(letters)).toBeLessThan(maxScripting * worked);
});
