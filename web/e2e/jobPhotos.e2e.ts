/** The photos of a job: drawn on, and handed over as files. */
import { caller, createJob } from './support/apiCaller';
import { expect, expectAccessible, test } from './support/fixtures';
import { photo } from './support/photo';

const admin = 'marisol@summit-roofing.example';

test('a drawing on a photo is added beside the original, and both are saved as a report and as files', async ({
  page,
  request,
  world,
}) => {
  test.skip(world.phone, 'the same on a phone');
  const job = await createJob(await caller(request, admin));
  await world.demo(admin);
  await page.goto(`/app/jobs/${job.id}?view=images`);
  await page
    .getByLabel('Choose photos')
    .setInputFiles({ name: 'valley.jpg', mimeType: 'image/jpeg', buffer: await photo(page) });
  const today = page.getByRole('list', { name: 'Today' });
  await today.getByRole('button', { name: /^Photo by Marisol/ }).click();
  await page.getByRole('button', { name: 'Draw on photo' }).click();
  const canvas = page.getByRole('application', { name: /^Photo to draw on/ });
  await expect(canvas).toBeVisible();
  await expectAccessible(page);
  await canvas.click({ position: { x: 40, y: 40 } });
  await page.getByRole('button', { name: 'Save copy' }).click();
  await expect(today.getByRole('button', { name: /^Photo by Marisol/ })).toHaveCount(2);

  await page.getByRole('button', { name: 'Share photos' }).click();
  await page.getByRole('menuitem', { name: 'Before and after' }).click();
  const choice = page.getByRole('dialog', { name: 'Before and after' });
  await choice
    .getByRole('button', { name: /^Photo by/ })
    .last()
    .click();
  await choice
    .getByRole('button', { name: /^Photo by/ })
    .first()
    .click();
  await choice.getByRole('button', { name: 'Show as a pair' }).click();
  const pairs = page.getByRole('region', { name: 'Before and after' });
  await pairs.getByRole('button', { name: /Compare before and after/ }).click();
  const slider = page.getByRole('slider');
  await expect(slider).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('51');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(pairs.getByRole('img')).toHaveCount(2);

  for (const [item, ending] of [
    ['Photo report (PDF)', /\.pdf$/],
    ['Download all (ZIP)', /\.zip$/],
  ] as const) {
    await page.getByRole('button', { name: 'Share photos' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    expect((await saved).suggestedFilename()).toMatch(ending);
  }
});
