/** The speed of a month with 5,000 jobs: rendering and dragging. Prints the measurements. */
import type { Page } from '@playwright/test';

import type { Job } from '../../bindings';
import { expect, middleOfMonth, test } from './support/fixtures';
import { FrameTimer, type FrameTimes, median, printFigures } from './support/frameTimes';

const crowd = 5_000;

/** The budgets in ms of scripting and frames per second on an idle machine; a slower machine gets proportionally more. */
const drawnWithin = 300;
const fluent = 30;

/** The median of this many turns counts. */
const turns = 3;

// The grid has no map, so software WebGL is not needed.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  },
});

const monthOf = (day: string) => day.slice(0, 7);

/** Jobs of a month, one to six days long. */
function crowded(pattern: Job, month: string): Job[] {
  return Array.from({ length: crowd }, (_, at) => {
    const first = 1 + (at % 24);
    const day = (number: number) => `${month}-${String(number).padStart(2, '0')}`;
    const id = `0199c000-0000-7000-8000-${String(at).padStart(12, '0')}`;
    const title = `Job ${at}`;
    return { ...pattern, id, title, startDate: day(first), endDate: day(first + (at % 5)) };
  });
}

/** Drags a bar back and forth over the month for a while. */
async function dragged(page: Page, pacer: FrameTimer): Promise<FrameTimes> {
  // Some bars of the grid are hidden.
  const bar = page.locator('[data-job]').filter({ hasText: 'Job', visible: true }).first();
  await bar.hover();
  const box = await bar.boundingBox();
  if (box === null) throw new Error('no bar');
  const [x, y] = [box.x + 20, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 12);
  await page.mouse.move(x + 180, y + 100, { steps: 6 });
  await expect(page.locator('[class*="_dragged_"], [class*="_mirror_"]').first()).toBeAttached();
  const pace = await pacer.watched((step) =>
    page.mouse.move(x + 350 + 330 * Math.cos(step / 12), y + 180 + 150 * Math.sin(step / 12)),
  );
  // Dropped at its start, so that nothing is stored.
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
  return pace;
}

test('a month of 5,000 jobs renders quickly, and a dragged bar follows the mouse', async ({
  page,
  world,
}) => {
  test.skip(world.phone, 'the grid is for desktops');
  const company = await world.company();
  await company.job({ title: 'Pattern' });
  const [pattern] = await company.jobs();
  if (pattern === undefined) throw new Error('no job');
  const middle = middleOfMonth(31);
  const jobs = crowded(pattern, monthOf(middle));
  await page.route('**/api/jobs/myJobs/**', (route) => {
    const params = new URL(route.request().url()).searchParams;
    const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
    const shown = jobs.filter(({ startDate, endDate }) => (startDate ?? '') <= to && (endDate ?? '') >= from);
    return route.fulfill({ json: { jobs: params.has('unscheduled') ? [] : shown } });
  });
  await company.signIn();
  const pacer = await FrameTimer.of(page);

  const drawn: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    await page.goto('/app/calendar');
    const next = page.getByRole('button', { name: 'Next month' });
    await expect(next).toBeVisible();
    // The next month is prefetched while the page is idle.
    await page.waitForLoadState('networkidle');
    await pacer.slowness();
    const scripting = await pacer.scripting(async () => {
      await next.click();
      // The end of a month may show the first jobs of the next: its middle shows that it is rendered.
      await expect(page.locator(`[data-date="${middle}"]`).getByText(/^\+[\d,]+ more$/)).toBeVisible();
    });
    drawn.push(scripting);
  }
  printFigures('month of 5,000 jobs, ms of scripting', drawn);
  const rates: FrameTimes[] = [];
  for (let turn = 0; turn < turns; turn++) rates.push(await dragged(page, pacer));

  const seen = rates.map((rate) => rate.seen);
  const able = rates.map((rate) => rate.able);
  printFigures('drag, frames per second', seen);
  printFigures(
    'drag, longest time between two frames in ms',
    rates.map(({ longest }) => longest),
  );
  printFigures('drag, pictures that the page has time for in a second', able);
  const slow = await pacer.slowness();
  expect(median(drawn)).toBeLessThanOrEqual(drawnWithin * slow.worked);
  expect(median(able)).toBeGreaterThanOrEqual(fluent / slow.worked);
  expect(median(seen)).toBeGreaterThanOrEqual(fluent / slow.seen);
});
