/** How fast a crowded month is: 5,000 jobs of one month, drawn and dragged. The figures are printed. */
import type { CDPSession, Page } from '@playwright/test';

import type { Job } from '../../bindings';
import { expect, middleOfMonth, test } from './support/world';

const crowd = 5_000;

/** In ms of scripting, and pictures a second. */
const drawnWithin = 300;
const fluent = 30;

/** The best of so many turns counts. */
const turns = 3;

// The grid needs no maps, whose pictures would be painted by software here.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  },
});

const monthOf = (day: string) => day.slice(0, 7);

/** Jobs of a month, with lengths of one to six days. */
function crowded(pattern: Job, month: string): Job[] {
  return Array.from({ length: crowd }, (_, at) => {
    const first = 1 + (at % 24);
    const day = (number: number) => `${month}-${String(number).padStart(2, '0')}`;
    const id = `0199c000-0000-7000-8000-${String(at).padStart(12, '0')}`;
    const title = `Job ${at}`;
    return { ...pattern, id, title, startDate: day(first), endDate: day(first + (at % 5)) };
  });
}

/** ms that the page's thread was at work so far, whatever else the machine did meanwhile. */
async function worked(session: CDPSession, what: 'ScriptDuration' | 'TaskDuration'): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === what)?.value ?? Number.NaN);
}

/** Drags a bar to and fro over the month for a while. Answers pictures a second, and how many there could be. */
async function dragged(page: Page, session: CDPSession): Promise<{ seen: number; able: number }> {
  const bar = page.locator('[data-job]').filter({ hasText: 'Job' }).first();
  const box = await bar.boundingBox();
  if (box === null) throw new Error('no bar');
  const [x, y] = [box.x + 20, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 12);
  const before = await worked(session, 'TaskDuration');
  const counted = page.evaluate(
    () =>
      new Promise<{ pictures: number; passed: number }>((done) => {
        const begun = performance.now();
        let pictures = 0;
        const count = () => {
          pictures += 1;
          const passed = performance.now() - begun;
          if (passed < 2_000) requestAnimationFrame(count);
          else done({ pictures, passed });
        };
        requestAnimationFrame(count);
      }),
  );
  let going = true;
  const ended = counted.finally(() => {
    going = false;
  });
  for (let step = 0; going && step < 2_000; step++) {
    const turn = step / 12;
    await page.mouse.move(x + 350 + 330 * Math.cos(turn), y + 180 + 150 * Math.sin(turn));
  }
  const { pictures, passed } = await ended;
  const busy = (await worked(session, 'TaskDuration')) - before;
  // Esc gives the drag up: nothing is stored.
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return { seen: (1_000 * pictures) / passed, able: (1_000 * pictures) / busy };
}

test('a month of 5,000 jobs is drawn at once, and a bar in it follows the hand', async ({ page, world }) => {
  test.skip(world.phone, 'the grid is for desktops');
  const company = await world.company();
  await company.job({ title: 'Pattern' });
  const [pattern] = await company.jobs();
  if (pattern === undefined) throw new Error('no job');
  const jobs = crowded(pattern, monthOf(middleOfMonth(31)));
  await page.route('**/api/jobs/myJobs/**', (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const [from, to] = [asked.get('from') ?? '', asked.get('to') ?? ''];
    const shown = jobs.filter(({ startDate, endDate }) => (startDate ?? '') <= to && (endDate ?? '') >= from);
    return route.fulfill({ json: { jobs: asked.has('unscheduled') ? [] : shown } });
  });
  await company.signIn();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });

  const drawn: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    await page.goto('/app/calendar');
    await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
    // The next month is fetched while nothing else is to be done.
    await page.waitForLoadState('networkidle');
    const before = await worked(session, 'ScriptDuration');
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect(page.locator('[data-job]').first()).toBeVisible();
    drawn.push((await worked(session, 'ScriptDuration')) - before);
  }
  const rates: { seen: number; able: number }[] = [];
  for (let turn = 0; turn < turns; turn++) rates.push(await dragged(page, session));

  const say = (name: string, all: number[]) =>
    process.stdout.write(`${name}: ${all.map((one) => one.toFixed(0)).join(', ')}\n`);
  say('month of 5,000 jobs, ms of scripting', drawn);
  const seen = rates.map((rate) => rate.seen);
  say('drag, pictures a second', seen);
  const able = rates.map((rate) => rate.able);
  say('drag, pictures that the page has time for in a second', able);
  expect(Math.min(...drawn)).toBeLessThan(drawnWithin);
  expect(Math.max(...able)).toBeGreaterThan(fluent);
});
