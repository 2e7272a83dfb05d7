/** The main journey: a contractor signs up, imports jobs, schedules them, and finds everything again. */
import type { Page } from '@playwright/test';

import { boxOf, drag, middleOf } from './support/drag';
import { expect, expectAccessible, freshAddress, middleOfMonth, test } from './support/fixtures';
import { expectSignedOut } from './support/session';

const permits = new URL('../../ridgeline/tests/data/nashville-permits.csv', import.meta.url).pathname;

/** Imports a season of real permits, and finds one of them. */
async function importPermits(page: Page): Promise<void> {
  await page.goto('/app/jobs/import');
  await page.locator('input[type=file]').setInputFiles(permits);
  const go = page.getByRole('button', { name: /Import 5,\d{3} jobs/ });
  await expect(go).toBeEnabled();
  await expectAccessible(page);
  await go.click();
  await page.getByRole('link', { name: 'View jobs' }).click();
  const all = page.getByRole('tab', { name: /^All/ });
  await expect(all).toContainText(/5,?9\d\d/);
  await page.getByRole('searchbox').fill('treutland 205');
  await expect(page.getByText('205 A TREUTLAND AVE').first()).toBeVisible();
  await expectAccessible(page);
}

test('a contractor signs up, imports jobs and schedules one, and it is still there after a reload', async ({
  page,
  world,
}) => {
  await page.goto('/');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'SIGN UP' }).first().click();

  await page.getByLabel('Email').fill(freshAddress());
  await page.getByLabel('Password', { exact: false }).first().fill('ridge cap shingle');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create your account' }).click();

  await page.getByRole('button', { name: 'Get Started' }).click();
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Peña');
  await page.getByLabel('Address').fill('Nashville, TN');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: 'Contractor', exact: true }).check({ force: true });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Company name').fill('Techos Peña');
  await page.getByLabel('Your position').fill('Owner');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('alertdialog', { name: 'Success!' }).getByRole('button').click();
  await expect(page).toHaveURL(/\/app\/company$/);
  await expect(page.getByRole('heading', { name: 'Techos Peña' }).first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click();
  await expect(page.getByText('No jobs to show')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New Job' }).first().click();
  await page.getByLabel('Title').fill('Whitaker tear-off & re-roof');
  await page.getByRole('textbox', { name: 'Address' }).fill('1319 6th Ave N');
  await page.getByLabel('City').fill('Nashville');
  await page.getByLabel('State').fill('TN');
  await page.getByLabel('Zip').fill('37208');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create job' }).click();
  await page.getByRole('alertdialog', { name: 'Sweet!' }).getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('dialog')).toContainText('1319 6th Ave N');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  if (world.phone) await page.goto('/app/jobs');
  else await importPermits(page);
  await page.getByRole('searchbox').fill('whitaker');
  await expect(page.getByText('Whitaker tear-off & re-roof').first()).toBeVisible();

  const day = middleOfMonth();
  if (world.phone) {
    // A phone picks dates instead of dragging.
    await page.goto('/app/jobs?q=whitaker');
    await page.getByText('Whitaker tear-off & re-roof').first().click();
    await page.waitForURL(/\/app\/jobs\/[^?]*[0-9a-f-]{36}/);
    const id = page.url().split('/').at(-1)?.split('?')[0];
    await page.goto(`/app/calendar/event_options/${id}`);
    const [year, month, date] = day.split('-');
    await page.getByLabel('Start Date').fill(`${month}/${date}/${year}`);
    await page.getByLabel('End Date').fill(`${month}/${date}/${year}`);
    await page.getByLabel('End Date').press('Tab');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  } else {
    await page.goto('/app/calendar');
    const strip = page.getByRole('region', { name: 'Unscheduled' });
    await expect(strip.locator('[data-job]').first()).toBeVisible();
    await expectAccessible(page);
    const card = strip.getByRole('button', { name: /Whitaker tear-off/ });
    // It becomes visible and stable.
    await card.hover({ trial: true });
    const from = await boxOf(card);
    const hold = { x: from.x + 60, y: from.y + from.height / 2 };
    await drag(page, hold, await middleOf(page.locator(`[data-date="${day}"]`).first()));
  }
  await expect(page.getByText("We've updated your schedule.").first()).toBeVisible();

  await page.goto(`/app/calendar?date=${day}`);
  await page.reload();
  await expect(page.getByText('Whitaker tear-off & re-roof').first()).toBeVisible();
  await page.goto('/app/jobs?q=whitaker');
  await expect(page.getByText('1319 6th Ave N').first()).toBeVisible();

  await page.goto('/app/company');
  if (world.phone) {
    await page.getByRole('button', { name: /Ana Peña/ }).click();
  } else {
    await page.getByRole('button', { name: /account/ }).hover();
  }
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expectSignedOut(page);
  await page.goto('/app/jobs');
  await expect(page).toHaveURL(/\/$/);
});
