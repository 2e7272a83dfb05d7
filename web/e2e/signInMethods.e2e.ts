/** A server with two identity providers beside its own accounts. */
import type { Page } from '@playwright/test';

import { createCompany } from './support/company';
import { expect, expectAccessible, freshAddress, test } from './support/fixtures';
import { type AtProvider, serveWithProvider } from './support/identityProvider';

let at: AtProvider;

test.beforeAll(async () => {
  at = await serveWithProvider(['Google', 'Microsoft']);
});
test.afterAll(() => at?.stop());

async function sayWho(page: Page, address: string): Promise<void> {
  await expect(page).toHaveTitle('Provider');
  await page.getByLabel('E-mail').fill(address);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a user signs up with one provider, links another, and signs in with that one alone', {
  tag: '@desktop',
}, async ({ page }) => {
  const address = freshAddress();
  await page.goto(`${at.app}/sign-up`);
  await expect(page.getByLabel(/^Password/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await sayWho(page, address);
  await expect(page).toHaveURL(`${at.app}/app/configure`);
  await createCompany(page);

  await page.goto(`${at.app}/app/user/settings`);
  const methods = page.getByRole('region', { name: 'Sign-in methods' });
  await expect(methods.getByRole('button', { name: 'Unlink Google' })).toBeDisabled();
  // The provider asks again before a change.
  await methods.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await sayWho(page, address);
  await expect(page).toHaveURL(`${at.app}/app/user/settings`);
  await methods.getByRole('button', { name: 'Link Microsoft' }).click();
  // Another address there: the account keeps its own.
  await sayWho(page, freshAddress());
  await expect(page).toHaveURL(`${at.app}/app/user/settings?signInLink=linked`);
  await expect(methods.getByText('Your account was linked.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await methods.getByRole('button', { name: 'Unlink Google' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(methods.getByRole('button', { name: 'Link Google' })).toBeVisible();
  await expect(methods.getByRole('button', { name: 'Unlink Microsoft' })).toBeDisabled();

  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`${at.app}/`);
  await page.goto(`${at.app}/sign-in?return_to=/app/user/settings`);
  // The provider still knows the browser.
  await page.getByRole('link', { name: 'Continue with Microsoft' }).click();
  await expect(page).toHaveURL(`${at.app}/app/user/settings`);
  await expect(page.getByText(address).first()).toBeVisible();
});

test('a provider that names the address of an existing account does not open it', {
  tag: '@desktop',
}, async ({ page }) => {
  const address = freshAddress();
  await page.goto(`${at.app}/api/auth/login?provider=google`);
  await sayWho(page, address);
  await expect(page).toHaveURL(`${at.app}/app/configure`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${at.app}/api/auth/login?provider=microsoft`);
  await sayWho(page, address);
  await expect(page.getByRole('heading', { name: 'You already have an account here' })).toBeVisible();
  await expectAccessible(page);
});
