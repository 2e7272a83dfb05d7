/** Showing and hiding calendars, filters, and the map: they apply to the grid, the strip and the list of the map. */
import { expect, expectAccessible, middleOfMonth, test } from './support/fixtures';

test('a calendar is created, filled, hidden and deleted, and its jobs remain', async ({ page, world }) => {
  test.skip(world.phone, 'the phone has sheets instead');
  const company = await world.company();
  const scheduled = await company.job({ title: 'Whitaker re-roof', address: '700 Broadway', zip: '37203' });
  await company.job({
    title: 'Bancroft hail repair',
    city: 'Franklin',
    address: '109 3rd Ave S',
    zip: '37064',
  });
  await company.job({ title: 'Okoye gutters' });
  await company.schedule(scheduled, middleOfMonth());
  await company.signIn();
  await page.goto('/app/calendar');
  const bar = page
    .locator('[data-date] ~ * [data-job], [data-print="calendar"] [data-job]')
    .filter({ hasText: 'Whitaker' });
  const strip = page.getByRole('region', { name: 'Unscheduled' });
  await expect(bar.first()).toBeVisible();

  await page.getByRole('button', { name: 'Calendars' }).click();
  const panel = page.getByRole('complementary', { name: 'Calendars' });
  await panel.getByRole('button', { name: 'Create calendar' }).click();
  await expect(panel.getByText('Must provide a title')).toBeVisible();
  await panel.getByLabel('New calendar').fill('Repairs');
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Add jobs to Repairs' }).click();
  for (const title of ['Whitaker re-roof', 'Bancroft hail repair']) {
    await panel.getByRole('checkbox', { name: title }).click();
    await expect(panel.getByRole('checkbox', { name: title })).toBeChecked();
  }
  await expect
    .poll(async () => (await company.jobs()).filter((job) => job.calendarAssignments.length === 1).length)
    .toBe(2);
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Back to the calendars' }).click();
  await expect(panel.getByText('2 jobs')).toBeVisible();
  await expectAccessible(page);

  await panel.getByRole('checkbox', { name: 'Repairs' }).click();
  await expect(bar).toHaveCount(0);
  await expect(strip.getByRole('button', { name: /Bancroft/ })).toHaveCount(0);
  await expect(strip.getByRole('button', { name: /Okoye/ })).toBeVisible();
  await page.reload();
  await expect(strip.getByRole('button', { name: /Okoye/ })).toBeVisible();
  await expect(panel.getByRole('checkbox', { name: 'Repairs' })).not.toBeChecked();
  await expect(bar).toHaveCount(0);

  await page.getByRole('button', { name: 'Job Map' }).click();
  const list = page.getByRole('listbox', { name: 'Jobs on the map' });
  await expect(list.getByRole('option')).toHaveText([/Okoye/]);
  await page.goBack();
  await expect(strip.getByRole('button', { name: /Okoye/ })).toBeVisible();
  await page.goForward();
  await panel.getByRole('checkbox', { name: 'Repairs' }).click();
  await expect(list.getByRole('option')).toHaveCount(3);

  await panel.getByRole('button', { name: 'Delete Repairs' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('It has 2 jobs.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(panel.getByText('No calendars yet.', { exact: false })).toBeVisible();
  await expect(list.getByRole('option')).toHaveCount(3);
  // The panel shows it at once, the server stores it a moment later.
  await expect
    .poll(async () => (await company.jobs()).every((job) => job.calendarAssignments.length === 0))
    .toBe(true);
});

test('the map and its list show the jobs of a city, and open their actions', async ({ page, world }) => {
  test.skip(world.phone, 'the phone has sheets instead');
  const company = await world.company();
  await company.job({ title: 'Whitaker re-roof', address: '700 Broadway', zip: '37203' });
  await company.job({
    title: 'Bancroft hail repair',
    city: 'Franklin',
    address: '109 3rd Ave S',
    zip: '37064',
  });
  await company.job({ title: 'Lost barn', city: 'Nowhere at all', state: 'ZZ' });
  await company.signIn();
  await page.goto('/app/calendar?show=map');
  const list = page.getByRole('listbox', { name: 'Jobs on the map' });
  await expect(list.getByRole('option')).toHaveCount(2);
  await expect(page.getByRole('button', { name: '1 job could not be placed on the map' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Filters' }).click();
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('combobox', { name: 'Location' }).click();
  await page.getByRole('option', { name: 'franklin', exact: true }).click();
  await expect(list.getByRole('option')).toHaveText([/Bancroft/]);
  await page.reload();
  await expect(list.getByRole('option')).toHaveText([/Bancroft/]);

  const map = page.getByRole('region', { name: 'Job Map' });
  await map.getByRole('button', { name: 'Bancroft hail repair' }).click();
  const options = page.getByRole('dialog');
  await expect(options).toContainText('Bancroft hail repair');
  await page.keyboard.press('Escape');
  await expect(options).toBeHidden();
  await expect(list.getByRole('option')).toHaveText([/Bancroft/]);

  await filters.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(list.getByRole('option')).toHaveCount(2);
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
  await expect(map.getByRole('link', { name: 'See Full Details' })).toBeVisible();
  await expectAccessible(page);
  await expect(page).toHaveURL(/pin=/);
  await page.reload();
  await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
  await list.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
});
