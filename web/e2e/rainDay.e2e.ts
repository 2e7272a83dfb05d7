/** A day that is too wet for the roof: its jobs move, one is changed, one stays, and all of it is taken back. */
import type { Job } from '../../bindings';
import { expect, expectAccessible, test } from './support/fixtures';

const wet = '2031-06-11';
const next = '2031-06-12';

test('an office moves a rainy day after looking at it, and takes it back', async ({ page, world }) => {
  const company = await world.company();
  for (const title of ['Eakin re-roof', 'Shelby flashing', 'Whitaker gutters'])
    await company.schedule(await company.job({ title }), wet);
  const days = async () =>
    Object.fromEntries((await company.jobs()).map(({ title, startDate }: Job) => [title, startDate]));
  await company.signIn();

  await page.goto(`/app/calendar?date=${wet}`);
  if (world.phone) await page.getByRole('link', { name: 'Move this day, Wed Jun 11' }).click();
  else {
    await page
      .locator(`[data-date="${wet}"]`)
      .first()
      .click({ button: 'right', position: { x: 40, y: 12 } });
    await page.getByRole('menuitem', { name: 'Move this day' }).click();
  }
  const dialog = page.getByRole('dialog', { name: "Move a day's jobs" });
  await expect(dialog.getByText('3 jobs move')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Reason' }).fill('Rain');
  await dialog.getByRole('button', { name: 'Skip Shelby flashing' }).click();
  await dialog.getByRole('button', { name: 'Change the days of Whitaker gutters' }).click();
  for (const name of ['Start Date', 'End Date'])
    await dialog.getByRole('textbox', { name }).fill('06/16/2031');
  // Each would move the button under the press: the picker that closes, and what is loaded.
  await page.keyboard.press('Tab');
  await expect(dialog.getByText(/^Days of/)).toBeVisible();
  await expect(dialog.getByRole('region', { name: /^Best days/ })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use these days' }).click();
  await expect(dialog.getByText('Mon Jun 16')).toBeVisible();
  await dialog.getByRole('button', { name: 'Move 2 jobs' }).click();

  await expect(page.getByText('2 jobs were moved.')).toBeVisible();
  expect(await days()).toEqual({
    'Eakin re-roof': next,
    'Shelby flashing': wet,
    'Whitaker gutters': '2031-06-16',
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 jobs are back on their days.')).toBeVisible();
  expect(await days()).toEqual({ 'Eakin re-roof': wet, 'Shelby flashing': wet, 'Whitaker gutters': wet });
});
