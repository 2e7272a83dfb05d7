/** The photos of another program: seen by job, sent, and taken back together. */
import { zipSync } from 'fflate';

import { expect, expectAccessible, test } from './support/fixtures';
import { photo } from './support/photo';

test('the photos of a ZIP come to the jobs whose numbers they bear, and the whole import is taken back', {
  tag: '@desktop',
}, async ({ page, world }) => {
  const company = await world.company();
  const whitaker = await company.job({ title: 'Whitaker re-roof', jobNumber: 'R-2482' });
  const chapel = await company.job({ title: 'Chapel hail repair', jobNumber: 'R-2490' });
  await company.signIn();

  await page.goto('/app/jobs/import');
  await page.getByRole('link', { name: 'Photos' }).click();
  await expect(page.getByRole('heading', { name: 'Import photos' })).toBeVisible();
  await expectAccessible(page);
  const picture = new Uint8Array(await photo(page));
  const files = { 'R-2482/front.jpg': picture, 'chapel roof/1.jpg': picture, 'R-2482/permit.pdf': picture };
  await page.getByLabel('Choose a ZIP or photos').setInputFiles({
    name: 'photos.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipSync(files)),
  });
  await expect(page.getByRole('heading', { name: /^Choose a job for these photos/ })).toBeVisible();
  await expect(page.getByText('Not a photo.')).toBeVisible();
  await expectAccessible(page);
  const choice = page.getByRole('combobox', { name: 'Job for chapel roof' });
  await choice.fill('Chapel');
  await page.getByRole('option', { name: /Chapel hail repair/ }).click();
  await page.getByRole('button', { name: 'Add 2 photos' }).filter({ visible: true }).click();
  await expect(page.getByText('2 photos added.')).toBeVisible();
  await expectAccessible(page);

  for (const job of [whitaker, chapel]) {
    await page.goto(`/app/jobs/details/${job}?view=images`);
    await expect(page.getByRole('button', { name: /^Photo by/ })).toHaveCount(1);
  }
  await page.goto('/app/jobs/photos/import');
  await page.getByRole('button', { name: 'Undo the import: photos.zip' }).click();
  await page.getByRole('button', { name: 'Undo it' }).click();
  await expect(page.getByText('2 entries are deleted again.')).toBeVisible();
  await page.goto(`/app/jobs/details/${whitaker}?view=images`);
  await expect(page.getByText(/No photos/)).toBeVisible();
});
