/** What the calendar allows and refuses, and its messages. */
import type { Page } from '@playwright/test';

import { twoFrames } from './support/bounded';
import { boxOf, drag, middleOf, type Point } from './support/drag';
import { expect, expectAccessible, middleOfMonth, test } from './support/fixtures';

const dayOf = (page: Page, day: string) => page.locator(`[data-date="${day}"]`).first();

const dragTo = async (page: Page, from: Point, day: string) =>
  drag(page, from, await middleOf(dayOf(page, day)));

const jobOf = (page: Page, text: string) => page.locator('[data-job]').filter({ hasText: text }).first();

async function middle(page: Page, text: string): Promise<Point> {
  // A drag needs a stable layout: a banner that appears above the calendar late moves all of it.
  await jobOf(page, text).hover();
  const box = await boxOf(jobOf(page, text));
  return { x: box.x + Math.min(60, box.width / 2), y: box.y + box.height / 2 };
}

/** The right resize handle of a bar, which shows on hover only. */
async function rightEnd(page: Page, text: string): Promise<Point> {
  await jobOf(page, text).hover();
  const box = await boxOf(jobOf(page, text));
  return { x: box.x + box.width - 2, y: box.y + box.height / 2 };
}

/** The position of a bar relative to a day, in tenths of px, so that a shift of both changes nothing. */
const placeOf = (page: Page, text: string, day: string) =>
  jobOf(page, text).evaluate((bar, date) => {
    const { x, y, width, height } = bar.getBoundingClientRect();
    const around = document.querySelector(`[data-date="${date}"]`)?.getBoundingClientRect();
    const from = [x - (around?.x ?? Number.NaN), y - (around?.y ?? Number.NaN), width, height];
    // Avoids -0.
    return from.map((px) => Math.round(px * 10) + 0);
  }, day);

test('a job is dropped on a day and moved to another, and both are stored', async ({ page, world }) => {
  test.skip(world.phone, 'fingers pick dates; see the main job');
  const company = await world.company();
  await company.job({ title: 'Bancroft hail repair' });
  await company.signIn();
  await page.goto('/app/calendar');
  const strip = page.getByRole('region', { name: 'Unscheduled' });
  await expect(strip.getByRole('button', { name: /Bancroft/ })).toBeVisible();

  await dragTo(page, await middle(page, 'Bancroft'), middleOfMonth());
  await expect(strip.getByRole('button', { name: /Bancroft/ })).toBeHidden();
  await expect
    .poll(async () => (await company.jobs())[0])
    .toMatchObject({ startDate: middleOfMonth(), endDate: middleOfMonth() });

  await dragTo(page, await middle(page, 'Bancroft'), middleOfMonth(1));
  await expect.poll(async () => (await company.jobs())[0]?.startDate).toBe(middleOfMonth(1));

  await page.reload();
  await page.locator('[data-job]').filter({ hasText: 'Bancroft' }).first().click();
  const options = page.getByRole('dialog');
  await expect(options).toContainText('Bancroft hail repair');
  await expectAccessible(page);
  await options.getByRole('button', { name: 'Unschedule' }).click();
  await expect.poll(async () => (await company.jobs())[0]?.startDate).toBe(null);
});

test('Esc cancels a drag: bars and cards return to their place, and nothing is opened or stored', async ({
  page,
  world,
}) => {
  test.skip(world.phone, 'the grid is for desktops');
  const company = await world.company();
  await company.job({ title: 'Osman gutters' });
  await company.schedule(await company.job({ title: 'Bancroft hail repair' }), middleOfMonth());
  await company.signIn();
  await page.goto('/app/calendar');
  const strip = page.getByRole('region', { name: 'Unscheduled' });
  await expect(strip.getByRole('button', { name: /Osman/ })).toBeVisible();
  const posted: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posted.push(request.url()));

  await middle(page, 'Bancroft');
  const there = await placeOf(page, 'Bancroft', middleOfMonth());
  const targets = [
    ['bar', () => middle(page, 'Bancroft')],
    ['its end', () => rightEnd(page, 'Bancroft')],
    ['card', () => middle(page, 'Osman')],
  ] as const;
  for (const [what, find] of targets) {
    // Releasing over the day would be a drop, and at the start position a click.
    for (const letGoAt of ['day', 'start'] as const) {
      const from = await find();
      const day = await middleOf(dayOf(page, middleOfMonth(1)));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(day.x, day.y, { steps: 20 });
      await twoFrames(page);
      await page.keyboard.press('Escape');
      await expect.poll(() => placeOf(page, 'Bancroft', middleOfMonth()), what).toEqual(there);
      const end = letGoAt === 'day' ? day : from;
      await page.mouse.move(end.x, end.y, { steps: 5 });
      await page.mouse.up();
    }
  }
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(strip.getByRole('button', { name: /Osman/ })).toBeVisible();
  expect(posted).toEqual([]);

  await dragTo(page, await middle(page, 'Bancroft'), middleOfMonth(1));
  await expect
    .poll(async () => (await company.jobs()).find(({ title }) => title === 'Bancroft hail repair')?.startDate)
    .toBe(middleOfMonth(1));
  // Nothing was opened late either.
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a drop is stored even when another user changes a job meanwhile', async ({ page, world }) => {
  test.skip(world.phone, 'the grid is for desktops');
  const company = await world.company();
  const mine = await company.job({ title: 'Bancroft hail repair' });
  const theirs = await company.job({ title: 'Osman gutters' });
  await company.schedule(mine, middleOfMonth());
  await company.signIn();
  const opened = page.waitForEvent('websocket');
  const connected = opened.then((socket) =>
    socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"subscribed"')),
  );
  await page.goto('/app/calendar');
  await expect(page.locator('[data-job]').filter({ hasText: 'Osman' })).toBeVisible();
  await connected;

  const from = await middle(page, 'Bancroft');
  const to = await middleOf(dayOf(page, middleOfMonth(1)));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 10, { steps: 8 });
  const heard = (await opened).waitForEvent('framereceived', ({ payload }) =>
    String(payload).includes(theirs),
  );
  await company.schedule(theirs, middleOfMonth(2));
  await heard;
  await page.mouse.move(to.x, to.y, { steps: 20 });
  await twoFrames(page);
  await page.mouse.up();
  const startOf = async (id: string) => (await company.jobs()).find((job) => job.id === id)?.startDate;
  await expect.poll(() => startOf(mine)).toBe(middleOfMonth(1));
  await expect(page.getByRole('region', { name: 'Unscheduled' })).not.toContainText('Osman');
});

test('a drop that the server refuses is reverted, with the reason', async ({ page, world }) => {
  test.skip(world.phone, 'fingers pick dates; see the main job');
  const company = await world.company();
  await company.job({ title: 'Marchetti skylight flashing' });
  await company.signIn();
  await page.route('**/api/jobs/update/schedule', (route) =>
    route.fulfill({
      status: 409,
      json: {
        error: {
          code: 'conflict',
          message: 'You can not reschedule jobs which are marked as complete.',
        },
      },
    }),
  );
  await page.goto('/app/calendar');
  const strip = page.getByRole('region', { name: 'Unscheduled' });
  await expect(strip.getByRole('button', { name: /Marchetti/ })).toBeVisible();
  await dragTo(page, await middle(page, 'Marchetti'), middleOfMonth());
  const popup = page.getByRole('alertdialog');
  await expect(popup).toContainText('You can not reschedule jobs which are marked as complete.');
  await popup.getByRole('button', { name: 'OK' }).click();
  await expect(strip.getByRole('button', { name: /Marchetti/ })).toBeVisible();
});

test('a member who tries to drag sees that only admins can', async ({ page, world }) => {
  test.skip(world.phone, 'fingers pick dates; see the main job');
  await world.demo('dalia@summit-roofing.example');
  await page.goto('/app/calendar');
  const strip = page.getByRole('region', { name: 'Sin programar' });
  const card = strip.locator('[data-job]').first();
  await card.hover({ trial: true });
  const box = await boxOf(card);
  await dragTo(page, { x: box.x + 60, y: box.y + box.height / 2 }, middleOfMonth());
  await expect(page.getByText('Solo los administradores pueden cambiar el calendario...')).toBeVisible();
});

test('the demo data shows on every screen, in Spanish for Spanish users', async ({ page, world }) => {
  await world.demo('luis@rios-brothers.example');
  await page.goto('/app/company');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { name: /Trabajos de hoy/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/app/jobs');
  await expect(page.getByRole('heading', { name: 'Trabajos' })).toBeVisible();
  await expect(page.locator('a[href*="/app/jobs/details/"]').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/app/calendar');
  await expect(page.locator('[data-job]').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/app/user/settings');
  await expect(page.getByLabel('Nombre', { exact: false }).first()).toHaveValue('Luis');
  await expectAccessible(page);
});
