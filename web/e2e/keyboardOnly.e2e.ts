/** The main journey with the keyboard only, by accessible names: without a mouse, and without seeing the screen. */
import type { Locator, Page } from '@playwright/test';

import { expect, middleOfMonth, test } from './support/fixtures';

const office = 'marisol@summit-roofing.example';

/** Presses Tab until the element has the focus, with a limit. */
async function tabTo(page: Page, to: Locator): Promise<void> {
  await expect(to).toBeVisible();
  const there = () => to.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 90; step += 1) {
    if (await there()) return;
    await page.keyboard.press('Tab');
  }
  await expect(to, 'the keyboard comes here').toBeFocused();
}

async function press(page: Page, to: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, to);
  await page.keyboard.press(key);
}

async function type(page: Page, to: Locator, text: string): Promise<void> {
  await tabTo(page, to);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Popups focus the button that closes them. */
async function closePopup(page: Page): Promise<void> {
  const ok = page.getByRole('alertdialog', { name: 'Sweet!' }).getByRole('button', { name: 'OK' });
  await expect(ok).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(ok).toHaveCount(0);
}

test('a keyboard user signs in, creates a job, schedules, assigns and completes it', async ({
  page,
  world,
}) => {
  test.skip(world.phone, 'a phone has no Tab key');
  const title = `Kilbride re-roof ${crypto.randomUUID().slice(0, 8)}`;

  // A link to a list from a mail survives the sign-in.
  await page.goto('/app/jobs?tab=unscheduled');
  await expect(page).toHaveURL(/\/$/);
  await press(page, page.getByRole('banner').getByRole('link', { name: 'SIGN IN' }));
  await type(page, page.getByRole('textbox', { name: 'Email' }), office);
  await type(page, page.getByLabel(/^Password/), 'ridgeline-demo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/jobs\?tab=unscheduled$/);

  // The page announces its title, and the navigation is skipped.
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await press(page, page.getByRole('main').getByRole('link', { name: 'New Job' }));
  const form = page.getByRole('dialog', { name: 'New Job' });
  await type(page, form.getByRole('textbox', { name: 'Title' }), title);
  await type(page, form.getByRole('textbox', { name: 'City' }), 'Nashville');
  await type(page, form.getByRole('textbox', { name: 'State' }), 'TN');
  await press(page, form.getByRole('button', { name: 'Create job' }));
  await closePopup(page);

  const job = page.getByRole('dialog', { name: title });
  await tabTo(page, job.getByRole('tab', { name: 'Details' }));
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(job.getByRole('tab', { name: 'Edit / assign' })).toHaveAttribute('aria-selected', 'true');

  const [year, month, date] = middleOfMonth().split('-');
  await type(page, job.getByRole('textbox', { name: 'Start Date' }), `${month}/${date}/${year}`);
  await page.keyboard.press('Tab');
  await type(page, job.getByRole('textbox', { name: 'End Date' }), `${month}/${date}/${year}`);
  await page.keyboard.press('Tab');
  await press(page, job.getByRole('button', { name: 'Save dates' }));
  await closePopup(page);

  const crew = job.getByRole('form', { name: 'Crew' });
  await press(page, crew.getByRole('radio', { name: 'Connected subcontractor' }), 'Space');
  const whom = crew.getByRole('combobox', { name: 'Choose a subcontractor' });
  await tabTo(page, whom);
  await page.keyboard.type('Ríos');
  // The options are announced before the selection.
  await expect(page.getByRole('option', { name: /Ríos/ }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(whom).toHaveValue(/Ríos/);
  await press(page, crew.getByRole('button', { name: 'Assign crew' }));
  await closePopup(page);
  await expect(crew).toContainText('Ríos');

  // The tabs precede their panel.
  await page.keyboard.press('Shift+Tab');
  const tab = job.getByRole('tab', { name: 'Edit / assign' });
  for (let step = 0; step < 90 && !(await tab.evaluate((each) => each === document.activeElement)); step += 1)
    await page.keyboard.press('Shift+Tab');
  await expect(tab, 'the keyboard comes back here').toBeFocused();
  await page.keyboard.press('Home');
  await press(page, job.getByRole('button', { name: 'Mark Complete' }).first());
  await expect(job.getByRole('button', { name: 'Mark Incomplete' }).first()).toBeVisible();

  // Esc closes the job and returns to the list.
  await page.keyboard.press('Escape');
  await expect(job).toHaveCount(0);
  // The address still has the anchor of the skip link.
  await expect(page).toHaveURL(/\/app\/jobs\?tab=unscheduled#main$/);
});
