/** Jobs on the calendar moved by mouse, finger and keyboard, and the calendar on paper. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

import { readPdf } from '../src/testing/readPdf';
import { expect, expectAccessible, middleOfMonth, test } from './support/world';

type World = Parameters<Parameters<typeof test>[2]>[0]['world'];
type Company = Awaited<ReturnType<World['company']>>;

const barOf = (page: Page, title: string) => page.locator('[data-job]').filter({ hasText: title }).first();

async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function grip(page: Page, title: string): Promise<{ x: number; y: number }> {
  const box = await barOf(page, title).boundingBox();
  if (box === null) throw new Error(`${title} is not on the page`);
  return { x: box.x + Math.min(60, box.width / 2), y: box.y + box.height / 2 };
}

/** A finger that presses until the job is lifted, moves and lets go. */
async function longDrag(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
  isLifted: () => Promise<void>,
): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  await isLifted();
  for (let step = 1; step <= 10; step++) {
    const at = { x: from.x + ((to.x - from.x) * step) / 10, y: from.y + ((to.y - from.y) * step) / 10 };
    await touch('touchMove', [at]);
  }
  await touch('touchEnd', []);
}

/** A job on the 15th of this month. */
async function scheduled(company: Company, title: string): Promise<void> {
  await company.schedule(await company.job({ title }), middleOfMonth());
}

const stored = (company: Company, title: string) => async () => {
  const job = (await company.jobs()).find((one) => one.title === title);
  return [job?.startDate, job?.endDate];
};

test('the mouse moves a bar, and a reload shows it there', async ({ page, world }) => {
  test.skip(world.phone, 'a phone has no mouse');
  const company = await world.company();
  await scheduled(company, 'Bancroft hail repair');
  await company.signIn();
  await page.goto('/app/calendar');
  await expect(barOf(page, 'Bancroft')).toBeVisible();
  const from = await grip(page, 'Bancroft');
  const first = await middleOf(page, `[data-date="${middleOfMonth()}"]`);
  const target = await middleOf(page, `[data-date="${middleOfMonth(-7)}"]`);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + target.x - first.x, target.y, { steps: 20 });
  await page.mouse.up();
  await expect.poll(stored(company, 'Bancroft hail repair')).toEqual([middleOfMonth(-7), middleOfMonth(-7)]);
  await page.reload();
  await expect(page.locator(`[data-date="${middleOfMonth(-7)}"]`).getByText('Bancroft')).toBeVisible();
});

test('the keyboard moves and lengthens a bar with one call, and keeps the focus on it', async ({
  page,
  world,
}) => {
  test.skip(world.phone, 'the bars stand on desktops');
  const company = await world.company();
  await scheduled(company, 'Marchetti skylight flashing');
  await company.signIn();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/jobs/update/schedule')) calls.push(request.postData() ?? '');
  });
  await page.goto('/app/calendar');
  const bar = barOf(page, 'Marchetti');
  // The month may be drawn once more while it is arriving: whoever is there first takes the bar again.
  await expect(async () => {
    await bar.focus();
    await expect(bar).toBeFocused({ timeout: 1_000 });
  }).toPass();
  // As fast as a key that is held down, however slow the machine is.
  await page.evaluate(() => {
    for (const [key, shiftKey] of [
      ['ArrowRight', false],
      ['ArrowUp', false],
      ['ArrowRight', true],
      ['ArrowRight', true],
    ] as const)
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
      );
  });
  await expect(page.getByRole('status').filter({ hasText: /^Moved to .+ to / })).toBeAttached();
  await expect(bar).toBeFocused();
  await expect
    .poll(stored(company, 'Marchetti skylight flashing'))
    .toEqual([middleOfMonth(-6), middleOfMonth(-4)]);
  expect(calls).toHaveLength(1);
  await expect(bar).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(page.locator(`[data-date="${middleOfMonth(-6)}"]`).getByText('Marchetti')).toBeVisible();
  await bar.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Marchetti skylight flashing');
});

test.describe('on a large screen that is touched', () => {
  test.use({ hasTouch: true });

  test('a long press lifts a bar, and a reload shows it where it was dropped', async ({ page, world }) => {
    test.skip(world.phone, 'a phone has the agenda');
    const company = await world.company();
    await scheduled(company, 'Whitaker re-roof');
    await company.signIn();
    await page.goto('/app/calendar');
    await expect(barOf(page, 'Whitaker')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const target = await middleOf(page, `[data-date="${middleOfMonth(2)}"]`);
    const lifted = page.locator('[class*="_dragged_"], [class*="_mirror_"]');
    await longDrag(page, await grip(page, 'Whitaker'), target, () => expect(lifted.first()).toBeAttached());
    await expect.poll(stored(company, 'Whitaker re-roof')).toEqual([middleOfMonth(2), middleOfMonth(2)]);
    await page.reload();
    await expect(page.locator(`[data-date="${middleOfMonth(2)}"]`).getByText('Whitaker')).toBeVisible();
  });
});

test('a long press lifts a card of the agenda onto another day of the week', async ({ page, world }) => {
  test.skip(!world.phone, 'desktops show the grid');
  const company = await world.company();
  await scheduled(company, 'Bancroft hail repair');
  await company.signIn();
  await page.goto(`/app/calendar?date=${middleOfMonth()}`);
  const card = page.locator(`[data-job][data-day="${middleOfMonth()}"]`);
  await expect(card).toBeVisible();
  const other = page.locator(`button[data-drop]:not([aria-pressed="true"])`).first();
  const day = (await other.getAttribute('data-drop')) ?? '';
  const from = await middleOf(page, `[data-job][data-day="${middleOfMonth()}"]`);
  const to = await middleOf(page, `button[data-drop="${day}"]`);
  await longDrag(page, from, to, () => expect(page.getByText('Drop it on another day')).toBeVisible());
  await expect.poll(async () => (await stored(company, 'Bancroft hail repair')())[0]).toBe(day);
  await expectAccessible(page);
  await page.reload();
  await page.locator(`button[data-drop="${day}"]`).click();
  await expect(page.locator(`[data-job][data-day="${day}"]`)).toContainText('Bancroft');
});

test('a phone goes from jobs to appointments and to the map', async ({ page, world }) => {
  test.skip(!world.phone, 'desktops have the rail');
  await world.demo('marisol@summit-roofing.example');
  await page.goto('/app/calendar');
  const looks = page.getByRole('navigation', { name: 'What the calendar shows' });
  for (const [name, address] of [
    ['Appts', /show=appointments/],
    ['Map', /show=map/],
    ['Jobs', /calendar$/],
  ] as const) {
    await looks.getByRole('button', { name }).click();
    await expect(page).toHaveURL(address);
    await expect(looks.getByRole('button', { name })).toHaveAttribute('aria-current', 'page');
  }
});

async function printed(page: Page, item: 'Save as PDF' | 'Save as PNG') {
  await page
    .getByRole('navigation', { name: 'Calendar tools' })
    .getByRole('button', { name: 'Print' })
    .click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

for (const look of ['', '?grid=week', '?grid=day', '?show=appointments&grid=month'] as const) {
  test(`what is printed is what is shown: ${look || 'a month of jobs'}`, async ({ page, world }) => {
    test.skip(world.phone, 'printed from the rail of desktops');
    await world.demo('marisol@summit-roofing.example');
    await page.goto(`/app/calendar${look}`);
    const bars = page.locator('[data-print] :is([data-job], [data-appointment])');
    await expect(bars.first()).toBeVisible();

    const pdf = await printed(page, 'Save as PDF');
    expect(pdf.name).toMatch(/^\d{4}-\d\d-\d\d-calendar\.pdf$/);
    const { pages, frame, pictures } = await readPdf(new Blob([pdf.bytes]));
    expect(frame).toMatch(/\/MediaBox \[0 0 (595\.\d+ 841\.\d+|841\.\d+ 595\.\d+)\]/);
    expect(pictures).toBe(0);
    const lines = pages.flat();
    expect(lines).toContain(await page.getByRole('heading', { level: 1 }).innerText());

    // Where a title has no room it ends in dots, on screen and on paper.
    const titles = await bars.evaluateAll((all) =>
      all.map((bar) => {
        const walker = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
        return walker.nextNode()?.textContent ?? '';
      }),
    );
    let at = 0;
    for (const title of titles) {
      const found = lines.findIndex(
        (line, index) => index >= at && line !== '' && title.startsWith(line.replace(/…$/, '')),
      );
      expect(found, `${title} after ${lines[at]}`).toBeGreaterThanOrEqual(at);
      at = found + 1;
    }
    const left = /^\+\d+ more$/;
    const hidden = await page
      .locator('[data-print]')
      .getByText(left)
      .filter({ visible: true })
      .allInnerTexts();
    expect(lines.filter((line) => left.test(line)).sort()).toEqual(hidden.sort());

    const png = await printed(page, 'Save as PNG');
    expect(png.name).toMatch(/-calendar\.png$/);
    expect(png.bytes.readUInt32BE(16)).toBe(1_100);
    expect(png.bytes.length).toBeGreaterThan(20_000);
  });
}

test('the browser prints the calendar alone, across one sheet', async ({ page, world }) => {
  test.skip(world.phone, 'printed from the rail of desktops');
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await world.demo('marisol@summit-roofing.example');
  await page.goto('/app/calendar');
  await expect(page.locator('[data-job]').first()).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Calendar tools' })
    .getByRole('button', { name: 'Print' })
    .click();
  await page.getByRole('menuitem', { name: 'Print on paper' }).click();
  await expect(page.locator('[data-printed="across"]')).toBeAttached();
  const sheet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(sheet.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
  expect(sheet).toMatch(/\/MediaBox \[0 0 84[12][.\d]* 59[456][.\d]*\]/);
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-printed]')).toHaveCount(0);
});
