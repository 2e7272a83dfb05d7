/** Canceling long tasks: a canceled one leaves nothing behind. */
import type { Page } from '@playwright/test';

import { bounded } from './support/bounded';
import { expect, expectAccessible, middleOfMonth, test } from './support/fixtures';

/**
 * Presses a button at the moment at which the page shows a status: on any machine, the task is still running then.
 * Call it before the status appears.
 */
const pressOnStatus = (page: Page, words: string, button: string) =>
  bounded(
    page.evaluate(
      ([text, name]) =>
        new Promise<void>((pressed) => {
          const check = () => {
            const status = [...document.querySelectorAll('[role="status"]')];
            if (!status.some(({ textContent }) => textContent?.includes(text))) return;
            const found = [...document.querySelectorAll('button')].find(
              ({ textContent }) => textContent?.trim() === name,
            );
            if (found === undefined) return;
            watch.disconnect();
            found.click();
            pressed();
          };
          const watch = new MutationObserver(check);
          watch.observe(document.body, { subtree: true, childList: true, characterData: true });
        }),
      [words, button] as const,
    ),
    `the page says “${words}” and has a button “${button}”`,
  );

test('an import that is canceled while it is stored leaves nothing, and the same file can be imported later', {
  tag: '@desktop',
}, async ({ page, world }) => {
  const company = await world.company();
  await company.job({ title: 'Clubhouse leak repair' });
  await company.signIn();
  const roof = (_: unknown, at: number) => `Roof ${at},${at} Oak St,Nashville,TN`;
  const sheet = (rows: number) =>
    ['title,address,city,state', ...Array.from({ length: rows }, roof)].join('\n');
  const file = (rows: number) => ({
    name: 'season.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(sheet(rows)),
  });

  await page.goto('/app/jobs/import');
  await page.locator('input[type=file]').setInputFiles(file(25_000));
  const begin = page.getByRole('button', { name: 'Import 25,000 jobs' }).filter({ visible: true });
  await expect(begin).toBeEnabled();
  await Promise.all([pressOnStatus(page, 'Saving the jobs', 'Stop'), begin.click()]);
  await expect(page.getByText('This import was stopped. Nothing of it was stored.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/app/jobs');
  const all = page.getByRole('tab', { name: /^All/ });
  await expect(all).toContainText('1');
  await expect(page.getByText('Roof 0')).toBeHidden();

  await page.goto('/app/jobs/import');
  await page.locator('input[type=file]').setInputFiles(file(3));
  await page.getByRole('button', { name: 'Import 3 jobs' }).filter({ visible: true }).click();
  await expect(page.getByText('3 jobs imported, 0 already there, 0 refused.')).toBeVisible();
});

test('Esc cancels printing the calendar: there is no file and no error, and the next print works', {
  tag: '@desktop',
}, async ({ page, world }) => {
  const company = await world.company();
  const job = await company.job({ title: 'Clubhouse leak repair' });
  await company.schedule(job, middleOfMonth());
  await company.signIn();
  await page.goto(`/app/calendar?date=${middleOfMonth()}`);
  await expect(page.locator('[data-job]').first()).toBeVisible();
  // Delays the chunk that creates the file.
  let arrive = () => {};
  const promise = new Promise<void>((done) => {
    arrive = done;
  });
  await page.route(/\/assets\/printing-/, async (route) => {
    await promise;
    await route.continue();
  });
  const files: string[] = [];
  page.on('download', (file) => files.push(file.suggestedFilename()));
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as PDF' }).click();
  await expect(page.getByRole('button', { name: 'Stop: Print' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeVisible();
  arrive();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as PNG' }).click();
  await coming;
  expect(files).toEqual([expect.stringMatching(/-calendar\.png$/)]);
  await expect(page.getByRole('alertdialog')).toBeHidden();
});
