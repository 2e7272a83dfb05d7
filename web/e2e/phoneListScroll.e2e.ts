/** The long list of a phone: scrolling shows every card at its position, and Back returns to the same one. */
import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures';

const marisol = 'marisol@summit-roofing.example';

const cards = (page: Page) => page.getByRole('list', { name: 'Jobs' }).getByRole('listitem');

/** The rendered cards in the window: index, position and height. */
const standing = (page: Page) =>
  cards(page).evaluateAll((all) =>
    all.map((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      return { at: Number(card.getAttribute('aria-posinset')), top, bottom };
    }),
  );

/** Expects the cards in order, without gap or overlap, filling the window. */
async function expectWhole(page: Page): Promise<void> {
  await expect(async () => {
    const seen = await standing(page);
    for (const [at, card] of seen.slice(1).entries()) {
      expect(card.at).toBe((seen[at]?.at ?? 0) + 1);
      expect(card.top - (seen[at]?.bottom ?? 0)).toBeCloseTo(10, 0);
    }
    expect(seen[0]?.top).toBeLessThan(300);
    expect(seen.at(-1)?.bottom).toBeGreaterThan(740);
  }).toPass({ timeout: 30_000 });
}

test('cards do not jump while scrolling down and up, and Back returns to the same card', async ({
  page,
  world,
}) => {
  test.skip(!world.phone, 'desktops have a table');
  await world.demo(marisol);
  await page.goto('/app/jobs');
  await expect(page.getByRole('button', { name: /^All \d+$/ })).toBeVisible();
  await expectWhole(page);

  // Far down at once, then up over cards that were never measured.
  await page.evaluate(() => window.scrollTo(0, 6_000));
  await expectWhole(page);
  for (let turn = 0; turn < 12; turn++) {
    const before = await standing(page);
    const reference = before.find(({ top }) => top > 250);
    if (reference === undefined) throw new Error('no card is in sight');
    await page.mouse.wheel(0, -240);
    await expect
      .poll(async () => (await standing(page)).find(({ at }) => at === reference.at)?.top)
      .toBeCloseTo(reference.top + 240, -0.5);
    await expectWhole(page);
  }

  const left = (await standing(page)).find(({ top }) => top > 250);
  const card = page.locator(`[aria-posinset="${left?.at}"]`);
  await card.getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(async () => (await card.boundingBox())?.y).toBeCloseTo(left?.top ?? 0, -0.5);
});
