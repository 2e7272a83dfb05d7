/** Users can export their data and delete it. */
import { readFileSync } from 'node:fs';

import { demoToken, expect, expectAccessible, test } from './support/fixtures';

const member = 'dalia@summit-roofing.example';

test('an owner exports all data and deletes the company', { tag: '@desktop' }, async ({
  page,
  request,
  world,
}) => {
  const company = await world.company();
  const title = `Last roof ${crypto.randomUUID().slice(0, 8)}`;
  await company.job({ title });
  await company.signIn();
  await page.goto('/app/company/settings');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download everything' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');

  await page.getByRole('button', { name: 'Delete the company…' }).click();
  const panel = page.getByRole('dialog', { name: 'Delete the company' });
  await panel.getByLabel(/Type the name of the company/).fill('Ridge');
  await panel.getByLabel(/^Your password/).fill('ridge cap shingle');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Delete the company' }).click();
  await expect(panel.getByLabel(/Type the name of the company/)).toHaveAttribute('aria-invalid', 'true');
  await panel.getByLabel(/Type the name of the company/).fill('Ridge & Sons');
  await panel.getByRole('button', { name: 'Delete the company' }).click();
  await expect(page).toHaveURL(/\/$/);
  // The session has ended.
  await page.goto('/app/jobs');
  await expect(page.getByText(title)).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
  // Other users cannot export.
  const dalia = { headers: { authorization: `Bearer ${await demoToken(request, member)}` } };
  expect((await request.post('/api/company/export/link', { data: {}, ...dalia })).status()).toBe(403);
  expect((await request.get('/api/company/export', dalia)).status()).toBe(403);
});
