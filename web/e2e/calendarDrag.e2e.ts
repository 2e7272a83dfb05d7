/** Moving jobs on the calendar by mouse, touch and keyboard. */
import type { Page } from '@playwright/test';

import { twoFrames } from './support/bounded';
import { boxOf, drag, longDrag, middleOf, type Point } from './support/drag';
import { type Company, expect, expectAccessible, middleOfMonth, test } from './support/fixtures';

const barOf = (page: Page, title: string) => page.locator('[data-job]').filter({ hasText: title }).first();

const dayOf = (page: Page, day: string) => page.locator(`[data-date="${day}"]`).first();

const strip = (page: Page) => page.getByRole('region', { name: 'Unscheduled' });

/** The point to drag a bar from, once it is stable and not covered. */
async function grip(page: Page, title: string): Promise<Point> {
  await barOf(page, title).hover({ trial: true });
  const box = await boxOf(barOf(page, title));
  return { x: box.x + Math.min(60, box.width / 2), y: box.y + box.height / 2 };
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
  const first = await middleOf(dayOf(page, middleOfMonth()));
  const target = await middleOf(dayOf(page, middleOfMonth(-7)));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + target.x - first.x, target.y, { steps: 20 });
  await twoFrames(page);
  await page.mouse.up();
  await expect.poll(stored(company, 'Bancroft hail repair')).toEqual([middleOfMonth(-7), middleOfMonth(-7)]);
  await page.reload();
  await expect(page.locator(`[data-date="${middleOfMonth(-7)}"]`).getByText('Bancroft')).toBeVisible();
});

test('the mouse resizes a bar at both ends, and a reload shows its new days', async ({ page, world }) => {
  test.skip(world.phone, 'a phone has no mouse');
  const company = await world.company();
  await scheduled(company, 'Bancroft hail repair');
  await company.signIn();
  await page.goto('/app/calendar');
  /** A resize handle of the bar, which shows on hover only. */
  const pull = async (end: 'start' | 'end', day: string) => {
    await barOf(page, 'Bancroft').hover();
    const box = await boxOf(barOf(page, 'Bancroft'));
    const from = { x: end === 'end' ? box.x + box.width - 3 : box.x + 3, y: box.y + box.height / 2 };
    await drag(page, from, await middleOf(dayOf(page, day)));
  };
  await pull('end', middleOfMonth(2));
  await expect.poll(stored(company, 'Bancroft hail repair')).toEqual([middleOfMonth(), middleOfMonth(2)]);
  // A bar across the end of a week has two segments, and the first one has its start.
  await pull('start', middleOfMonth(-1));
  await expect.poll(stored(company, 'Bancroft hail repair')).toEqual([middleOfMonth(-1), middleOfMonth(2)]);
  await page.reload();
  await expect(dayOf(page, middleOfMonth(-1)).getByText('Bancroft')).toBeVisible();
});

test('a bar that is dropped on the strip becomes a card without dates', async ({ page, world }) => {
  test.skip(world.phone, 'the strip is for desktops');
  const company = await world.company();
  await scheduled(company, 'Bancroft hail repair');
  await company.signIn();
  await page.goto('/app/calendar');
  const from = await grip(page, 'Bancroft');
  await drag(page, from, await middleOf(strip(page)));
  await expect.poll(stored(company, 'Bancroft hail repair')).toEqual([null, null]);
  await expect(strip(page).getByRole('button', { name: /Bancroft/ })).toBeVisible();
  await expect(dayOf(page, middleOfMonth()).getByText('Bancroft')).toBeHidden();
  await page.reload();
  await expect(strip(page).getByRole('button', { name: /Bancroft/ })).toBeVisible();
});

test('in the week view a bar is dragged to another day and resized', async ({ page, world }) => {
  test.skip(world.phone, 'a phone has the agenda');
  const company = await world.company();
  // Monday to Friday, within one week.
  const [tuesday, thursday, friday] = ['2031-03-04', '2031-03-06', '2031-03-07'];
  await company.schedule(await company.job({ title: 'Osman gutters' }), tuesday);
  await company.signIn();
  await page.goto(`/app/calendar?grid=week&date=${tuesday}`);
  const from = await grip(page, 'Osman');
  await drag(page, from, { x: (await middleOf(dayOf(page, thursday))).x, y: from.y + 40 });
  await expect.poll(stored(company, 'Osman gutters')).toEqual([thursday, thursday]);
  await expect(page.locator(`[data-date="${thursday}"]`).getByText('Osman')).toBeVisible();
  await barOf(page, 'Osman').hover();
  const box = await boxOf(barOf(page, 'Osman'));
  const edge = { x: box.x + box.width - 3, y: box.y + box.height / 2 };
  await drag(page, edge, { x: (await middleOf(dayOf(page, friday))).x, y: edge.y });
  await expect.poll(stored(company, 'Osman gutters')).toEqual([thursday, friday]);
  await page.reload();
  await expect(barOf(page, 'Osman')).toBeVisible();
});

test('a card of the strip is dropped on the day view, and back on the strip', async ({ page, world }) => {
  test.skip(world.phone, 'a phone has the agenda');
  const company = await world.company();
  await company.job({ title: 'Okoye gutters' });
  await company.signIn();
  const day = '2031-03-04';
  await page.goto(`/app/calendar?grid=day&date=${day}`);
  const card = strip(page).getByRole('button', { name: /Okoye/ });
  await card.hover({ trial: true });
  await drag(page, await middleOf(card), await middleOf(dayOf(page, day)));
  await expect.poll(stored(company, 'Okoye gutters')).toEqual([day, day]);
  await expect(card).toBeHidden();
  const from = await grip(page, 'Okoye');
  await drag(page, from, await middleOf(strip(page)));
  await expect.poll(stored(company, 'Okoye gutters')).toEqual([null, null]);
  await expect(card).toBeVisible();
});

test('the keyboard moves and resizes a bar with one call, and the bar keeps the focus', async ({
  page,
  world,
}) => {
  test.skip(world.phone, 'only desktops have bars');
  const company = await world.company();
  await scheduled(company, 'Marchetti skylight flashing');
  await company.signIn();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/jobs/update/schedule')) calls.push(request.postData() ?? '');
  });
  await page.goto('/app/calendar');
  const bar = barOf(page, 'Marchetti');
  await expect(bar).toBeVisible();
  // As fast as a key that is held down, on any machine; in one call with the focus, because the month may render again
  // in between.
  await page.evaluate(() => {
    const bars = [...document.querySelectorAll<HTMLElement>('[data-job]')];
    bars.find(({ textContent }) => textContent?.includes('Marchetti'))?.focus();
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
  await expect(page.getByRole('status').filter({ hasText: /^Moved to .+ through / })).toBeAttached();
  await expect(bar).toBeFocused();
  await expect
    .poll(stored(company, 'Marchetti skylight flashing'))
    .toEqual([middleOfMonth(-6), middleOfMonth(-4)]);
  expect(calls).toHaveLength(1);
  await expect(bar).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(page.locator(`[data-date="${middleOfMonth(-6)}"]`).getByText('Marchetti')).toBeVisible();
  // Into the bar that is there by then.
  await bar.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Marchetti skylight flashing');
});

test.describe('on a large screen that is touched', () => {
  test.use({ hasTouch: true });

  test('a long press drags a bar, and a reload shows it where it was dropped', async ({ page, world }) => {
    test.skip(world.phone, 'a phone has the agenda');
    const company = await world.company();
    await scheduled(company, 'Whitaker re-roof');
    await company.signIn();
    await page.goto('/app/calendar');
    await expect(barOf(page, 'Whitaker')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const target = await middleOf(dayOf(page, middleOfMonth(2)));
    const lifted = page.locator('[class*="_dragged_"], [class*="_mirror_"]');
    await longDrag(page, await grip(page, 'Whitaker'), target, () => expect(lifted.first()).toBeAttached());
    await expect.poll(stored(company, 'Whitaker re-roof')).toEqual([middleOfMonth(2), middleOfMonth(2)]);
    await page.reload();
    await expect(page.locator(`[data-date="${middleOfMonth(2)}"]`).getByText('Whitaker')).toBeVisible();
  });
});

test.describe('a strip that is touched', () => {
  test.use({ hasTouch: true });

  test('a long press drags a card of the strip to a day', async ({ page, world }) => {
    test.skip(world.phone, 'a phone has the agenda');
    const company = await world.company();
    await company.job({ title: 'Nakamura tear-off' });
    await company.signIn();
    await page.goto('/app/calendar');
    const card = strip(page).getByRole('button', { name: /Nakamura/ });
    await card.hover({ trial: true });
    await page.waitForLoadState('networkidle');
    const target = await middleOf(dayOf(page, middleOfMonth(2)));
    await longDrag(page, await middleOf(card), target, () =>
      expect(page.locator('[data-lifted]')).toBeAttached(),
    );
    await expect.poll(stored(company, 'Nakamura tear-off')).toEqual([middleOfMonth(2), middleOfMonth(2)]);
    await expect(card).toBeHidden();
  });
});

test('a long press drags a card of the agenda to another day of the week', async ({ page, world }) => {
  test.skip(!world.phone, 'desktops show the grid');
  const company = await world.company();
  await scheduled(company, 'Bancroft hail repair');
  await company.signIn();
  await page.goto(`/app/calendar?date=${middleOfMonth()}`);
  const card = page.locator(`[data-job][data-day="${middleOfMonth()}"]`);
  await card.hover({ trial: true });
  const other = page.locator(`button[data-drop]:not([aria-pressed="true"])`).first();
  const day = (await other.getAttribute('data-drop')) ?? '';
  const from = await middleOf(card);
  const to = await middleOf(page.locator(`button[data-drop="${day}"]`));
  await longDrag(page, from, to, () => expect(page.getByText('Drop it on another day')).toBeVisible());
  await expect.poll(async () => (await stored(company, 'Bancroft hail repair')())[0]).toBe(day);
  await expectAccessible(page);
  await page.reload();
  await page.locator(`button[data-drop="${day}"]`).click();
  await expect(page.locator(`[data-job][data-day="${day}"]`)).toContainText('Bancroft');
});

test('a phone switches between jobs, appointments and the map', async ({ page, world }) => {
  test.skip(!world.phone, 'desktops have the rail');
  await world.demo('marisol@summit-roofing.example');
  await page.goto('/app/calendar');
  const views = page.getByRole('navigation', { name: 'What the calendar shows' });
  for (const [name, address] of [
    ['Appts', /show=appointments/],
    ['Map', /show=map/],
    ['Jobs', /calendar$/],
  ] as const) {
    await views.getByRole('button', { name }).click();
    await expect(page).toHaveURL(address);
    await expect(views.getByRole('button', { name })).toHaveAttribute('aria-current', 'page');
  }
});
