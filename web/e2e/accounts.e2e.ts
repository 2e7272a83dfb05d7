/** The account of a user, from the sign-up to a lost phone, on a separate server. */
import type { Browser, Page } from '@playwright/test';

import { authenticator } from './support/authenticator';
import { createCompany } from './support/company';
import { expect, expectAccessible, freshAddress, test } from './support/fixtures';
import { linkTo, mailTo } from './support/mailbox';
import { expectSignedOut, storeToken } from './support/session';

const [first, second, third] = ['ridge cap shingle', 'drip edge copper', 'valley metal closed'];

async function elsewhere(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'America/Chicago' });
  return context.newPage();
}

async function signUp(page: Page, address: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(address);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Create your account' }).click();
}

async function typePassword(page: Page, address: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(address);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/app/user/settings');
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expectSignedOut(page);
}

const security = (page: Page) => page.getByRole('region', { name: 'Sign-in and security' });

test('an address is verified, and changing or resetting the password signs out other devices', {
  tag: '@desktop',
}, async ({ page, browser }) => {
  const address = freshAddress();

  // A common password is refused before the account is created.
  await page.goto('/sign-up');
  await signUp(page, address, 'password1');
  await expect(page.getByText('This password is too easy to guess')).toBeVisible();
  await signUp(page, address, first);
  await expect(page).toHaveURL(/\/app\/configure$/);
  await createCompany(page);

  // The app can be used before the address is verified, and shows that it is not.
  await page.goto('/app/company');
  const line = page.getByRole('complementary', { name: 'Confirm your email address' });
  await expect(line).toContainText(address);
  await expectAccessible(page);
  await page.goto(await linkTo(address, '/verify-email'));
  await expect(page).toHaveURL(/\/verify-email$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByText(`${address} is confirmed.`)).toBeVisible();
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await expect(page.getByRole('heading', { name: 'Ridge & Sons' }).first()).toBeVisible();
  await expect(line).toHaveCount(0);

  // Another device, which the password change signs out.
  const other = await elsewhere(browser);
  await other.goto('/sign-in');
  await typePassword(other, address, first);
  await expect(other).toHaveURL(/\/app\/company$/);
  await page.goto('/app/user/settings');
  await expect(security(page).getByText('This device')).toHaveCount(1);
  await expect(security(page).getByRole('button', { name: /^Sign out of/ })).toHaveCount(1);
  await security(page).getByRole('button', { name: 'Change password' }).click();
  const change = page.getByRole('dialog', { name: 'Change password' });
  await change.getByLabel(/^Current password/).fill('not this one');
  await change.getByLabel(/^New password/).fill(second);
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(change.getByText('That is not your password.')).toBeVisible();
  await expectAccessible(page);
  await change.getByLabel(/^Current password/).fill(first);
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText(/you are signed out everywhere else/)).toBeVisible();
  await expect(security(page).getByRole('button', { name: /^Sign out of/ })).toHaveCount(0);
  await mailTo(address, 'password of your Ridgeline account was changed');

  // There a link redirects to the start page, and signing in returns to it.
  await other.goto('/app/jobs?status=active');
  await expect(other).toHaveURL(/\/$/);
  await other
    .getByRole('banner')
    .getByRole('link', { name: /Sign in/i })
    .click();
  await typePassword(other, address, first);
  await expect(other.getByRole('alert')).toBeVisible();
  await other.getByLabel(/^Password/).fill(second);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other).toHaveURL(/\/app\/jobs\?status=active$/);

  // The password is forgotten: a mail contains the link to a new one, which works once.
  await signOut(other);
  await other.goto('/sign-in');
  await other.getByLabel('Email').fill(address);
  await other.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(other.getByLabel('Email')).toHaveValue(address);
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Send me the link' }).click();
  await expect(other.getByText(`If there is an account for ${address}`)).toBeVisible();
  const reset = await linkTo(address, '/reset-password');
  await other.goto(reset);
  await expect(other).toHaveURL(/\/reset-password$/);
  await expectAccessible(other);
  await other.getByLabel(/^New password/).fill(third);
  await other.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(other).toHaveURL(/\/app\/company$/);
  const late = await elsewhere(browser);
  await late.goto(reset);
  await late.getByLabel(/^New password/).fill(second);
  await late.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(late.getByText(/expired or was already used/)).toBeVisible();
  await expectAccessible(late);
  await late.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(late).toHaveURL(/\/forgot-password$/);

  // The reset has ended all sessions.
  await page.goto('/app/jobs');
  await expect(page).toHaveURL(/\/$/);
});

test('the second factor is required at the sign-in, and a recovery code replaces a lost phone', {
  tag: '@desktop',
}, async ({ page, request }) => {
  const address = freshAddress();
  const made = await request.post('/api/auth/local/signup', { data: { email: address, password: first } });
  expect(made.ok(), await made.text()).toBe(true);
  await page.goto('/');
  await storeToken(page, String((await made.json()).token));
  await createCompany(page);

  // A new password by mail would end a factor from before that.
  await page.goto(await linkTo(address, '/verify-email'));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByText(`${address} is confirmed.`)).toBeVisible();

  // The key is entered into an authenticator app, and its first code confirms it.
  await page.goto('/app/user/settings');
  await security(page).getByRole('button', { name: 'Set up' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up two-step sign-in' });
  await setUp.getByLabel(/^Password/).fill(first);
  await setUp.getByRole('button', { name: 'Continue' }).click();
  const picture = setUp.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(picture).toBeVisible();
  // The element exists before the image is decoded.
  await expect
    .poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);
  const nextCode = authenticator(await setUp.getByLabel('Or type this key into the app').inputValue());
  await setUp.getByLabel(/^Code that the app shows/).fill(nextCode());
  await setUp.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('ridgeline-recovery-codes.txt');
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect(security(page).getByText('10 recovery codes are left.')).toBeVisible();
  await mailTo(address, 'Two-step sign-in is now on');

  // The code of the app, with the space that apps show.
  await signOut(page);
  await page.goto('/sign-in');
  await typePassword(page, address, first);
  await expect(page.getByLabel(/^Code/)).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel(/^Code/).fill('000 000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('That code is not correct.')).toBeVisible();
  await page.getByLabel(/^Code/).fill(nextCode().replace(/^.../, '$& '));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/company$/);

  // The phone is lost: a recovery code works, once.
  await signOut(page);
  await page.goto('/sign-in');
  await typePassword(page, address, first);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel(/^Recovery code/).fill(recoveryCode);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/company$/);
  await page.goto('/app/user/settings');
  await expect(security(page).getByText('9 recovery codes are left.')).toBeVisible();
  await security(page).getByRole('button', { name: 'Turn off' }).click();
  const off = page.getByRole('dialog', { name: 'Turn off two-step sign-in' });
  await off.getByLabel(/^Password/).fill(first);
  await off.getByLabel(/^Code from the app/).fill(recoveryCode);
  await off.getByRole('button', { name: 'Turn off' }).click();
  await expect(off.getByText('That code is not correct.')).toBeVisible();
});
