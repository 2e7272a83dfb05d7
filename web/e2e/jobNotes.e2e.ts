/** The notes of a job. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures';

/** Opens the notes of the first job of the day. */
async function openNotes(page: Page) {
  await page.getByRole('region', { name: 'Jobs of the day' }).getByRole('link').first().tap();
  const job = page.getByRole('dialog');
  await job.getByRole('tab', { name: /^Notes/ }).tap();
  return { job, field: job.getByRole('textbox', { name: 'New note' }) };
}

test('a note is seen whole while it is written, up to twelve lines, and its field is small again once it is sent', {
  tag: '@phone',
}, async ({ page, world }) => {
  await world.demo('marisol@summit-roofing.example');
  await page.goto('/app/company');
  const { job, field } = await openNotes(page);
  const height = () => field.evaluate((element) => element.getBoundingClientRect().height);
  const hidden = () => field.evaluate((element) => element.scrollHeight - element.clientHeight);
  const line = await field.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
  const empty = await height();
  expect(empty).toBeGreaterThanOrEqual(2 * line);

  await field.fill(Array.from({ length: 6 }, (_, at) => `Row ${at} of flashing`).join('\n'));
  expect(await height()).toBeCloseTo(empty + 4 * line, -1);
  expect(await hidden()).toBeLessThanOrEqual(1);
  await field.fill(Array.from({ length: 30 }, (_, at) => `Row ${at} of flashing`).join('\n'));
  expect(await height()).toBeCloseTo(empty + 10 * line, -1);
  expect(await hidden()).toBeGreaterThan(10 * line);

  await job.getByRole('button', { name: 'Add note' }).tap();
  await expect(field).toHaveValue('');
  expect(await height()).toBeCloseTo(empty, 0);
  await expect(job.getByText('Row 29 of flashing')).toBeVisible();
});

test('a note that is not sent is there again after the phone has closed the page, and Back asks before it is left', {
  tag: '@phone',
}, async ({ page, world }) => {
  await world.demo('marisol@summit-roofing.example');
  await page.goto('/app/company');
  const { job, field } = await openNotes(page);
  await field.fill('Two bundles short.');
  const isGuarded = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await expect.poll(isGuarded).toBe(true);
  await page.reload();
  await expect(field).toHaveValue('Two bundles short.');
  await expect.poll(isGuarded).toBe(true);

  await page.evaluate(() => window.history.back());
  await page.getByRole('button', { name: 'Keep editing' }).tap();
  await expect(field).toHaveValue('Two bundles short.');
  await page.evaluate(() => window.history.back());
  await page.getByRole('button', { name: 'Discard' }).tap();
  await expect(job).toBeHidden();
  await openNotes(page);
  await expect(field).toHaveValue('');
});
