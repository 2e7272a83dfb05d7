/** A server whose accounts are at an identity provider. */
import type { Page } from '@playwright/test';

import { createCompany } from './support/company';
import { expect, expectAccessible, freshAddress, test } from './support/fixtures';
import { type AtProvider, serveWithProvider } from './support/identityProvider';

let at: AtProvider;

test.beforeAll(async () => {
  at = await serveWithProvider();
});
test.afterAll(() => at?.stop());

/** The provider's form. */
async function sayWho(page: Page, address: string): Promise<void> {
  await expect(page).toHaveTitle('Provider');
  await page.getByLabel('E-mail').fill(address);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('users of an identity provider sign up, sign out of both, and return to the requested page', {
  tag: '@desktop',
}, async ({ page }) => {
  const address = freshAddress();

  // The app's sign-up page redirects to the provider's sign-up.
  const signUpRequest = page.waitForRequest((request) => request.url().includes('screen_hint=signup'));
  await page.goto(`${at.app}/sign-up`);
  expect((await signUpRequest).url()).toMatch(/\/api\/auth\/login\?screen_hint=signup$/);
  await sayWho(page, address);
  await expect(page).toHaveURL(`${at.app}/app/configure`);
  await createCompany(page);

  // Settings that the provider manages are not offered here; the list of sessions is.
  await page.goto(`${at.app}/app/user/settings`);
  const security = page.getByRole('region', { name: 'Sign-in and security' });
  await expect(security.getByText(/identity provider manages your password/)).toBeVisible();
  await expect(security.getByText('This device')).toBeVisible();
  await expect(security.getByRole('button', { name: /password|Set up|again/ })).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Confirm your email address' })).toHaveCount(0);
  await expectAccessible(page);

  // Signing out here signs out there: the next sign-in needs the credentials again.
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(new RegExp(`^${at.issuer}/`));
  await page.getByRole('button', { name: /Yes, sign me out/ }).click();
  await expect(page).toHaveURL(`${at.app}/`);
  expect(await page.evaluate(() => localStorage.getItem('ridgeline.token'))).toBeNull();
  await page.goto(`${at.app}/app/jobs?status=active`);
  await expect(page).toHaveURL(`${at.app}/`);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Sign in/i })
    .click();
  await sayWho(page, address);
  await expect(page).toHaveURL(`${at.app}/app/jobs?status=active`);
});

test('an address that the provider has not verified cannot sign in, and the page says what to do', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto(`${at.app}/api/auth/login`);
  await sayWho(page, `unverified.${freshAddress()}`);
  await expect(page.getByRole('heading', { name: 'Confirm your email address first' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => localStorage.getItem('ridgeline.token'))).toBeNull();
});

test('a sign-in code that was copied into another browser does not work', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto(`${at.app}/signed-in?code=stolen&return_to=/app/jobs`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(`${at.app}/signed-in`);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await expect(page).toHaveTitle('Provider');
});
