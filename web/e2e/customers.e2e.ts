/** Customers: created, found, edited, assigned to a job and removed again. */
import type { Page } from '@playwright/test';

import { expect, expectAccessible, test } from './support/fixtures';

/** Desktop and phone have different search fields and buttons. */
const search = (page: Page) =>
  page.getByRole('searchbox', { name: 'Search customers' }).filter({ visible: true });

async function fill(page: Page, first: string, last: string, phone: string): Promise<void> {
  const form = page.getByRole('dialog', { name: 'New customer' });
  await form.getByLabel('First name').fill(first);
  await form.getByLabel('Last name').fill(last);
  await form.getByLabel('Phone').fill(phone);
  await form.getByRole('button', { name: 'Create customer' }).click();
}

test('a customer is created, found without the accent, edited, assigned to a job, and deleted without the job', async ({
  page,
  world,
}) => {
  const company = await world.company();
  const job = await company.job({ title: 'Clubhouse leak repair' });
  await company.signIn();

  await page.goto('/app/jobs');
  if (world.phone) {
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('menuitem', { name: 'Customers' }).click();
  } else await page.getByRole('link', { name: 'Customers' }).click();
  await expect(page.getByRole('heading', { name: 'No customers yet' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New customer' }).filter({ visible: true }).first().click();
  await fill(page, 'Inés', 'Peña', '720-555-01');
  await expect(
    page.getByText('Incorrect phone number formatting. Try something like "555-555-5555"'),
  ).toBeVisible();
  await expectAccessible(page);
  await fill(page, 'Inés', 'Peña', '720 555 0110');
  const detail = page.getByRole('dialog', { name: 'Inés Peña' });
  await expect(detail.getByText('720-555-0110')).toBeVisible();
  await expect(detail.getByText('No jobs for this customer yet.')).toBeVisible();
  await expectAccessible(page);

  await detail.getByRole('button', { name: 'Edit customer' }).click();
  await page.getByRole('dialog', { name: 'Edit customer' }).getByLabel('Company').fill('Ellery HOA');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Success!' })).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(detail.getByText('Ellery HOA')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();

  await search(page).fill('zinc');
  await expect(page.getByRole('heading', { name: 'No customer matches' })).toBeVisible();
  await search(page).fill('PENA hoa');
  await expect(page.getByRole('link', { name: /Inés Peña/ }).first()).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/app/jobs/details/${job}`);
  const jobPage = page.getByRole('dialog', { name: 'Clubhouse leak repair' });
  await jobPage.getByRole('button', { name: 'Edit: Customer' }).click();
  await page.getByRole('link', { name: 'create new' }).click();
  await fill(page, 'Walt', 'Jessup', '3035550190');
  await expect(jobPage.getByText('Walt Jessup')).toBeVisible();
  // The page shows it at once, the server stores it a moment later.
  const customer = async () => (await company.jobs()).find(({ id }) => id === job)?.jobCustomer;
  await expect.poll(customer).toEqual(expect.any(String));
  await page.reload();
  await expect(jobPage.getByText('Walt Jessup')).toBeVisible();

  await page.goto('/app/jobs/customers');
  await page
    .getByRole('link', { name: /Walt Jessup/ })
    .first()
    .click();
  const walt = page.getByRole('dialog', { name: 'Walt Jessup' });
  await expect(walt.getByRole('link', { name: /Clubhouse leak repair/ })).toBeVisible();
  await walt.getByRole('button', { name: 'Delete' }).click();
  const sure = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(sure).toContainText('Their jobs and appointments stay');
  await expectAccessible(page);
  await sure.getByRole('button', { name: 'Yes, remove it!' }).click();
  await expect(page.getByText('Walt Jessup was removed from your customers.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Walt Jessup/ })).toHaveCount(0);
  await expect.poll(customer).toBeNull();
});
