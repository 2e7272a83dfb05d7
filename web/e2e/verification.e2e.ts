/** A server that requires a verified address. */

import { expect, expectAccessible, freshAddress, test } from './support/fixtures';
import { linkTo } from './support/mailbox';
import { freePort, type OwnServer, startServer } from './support/ownServer';

let at: OwnServer;

test.beforeAll(async () => {
  at = await startServer(await freePort(), ['--require-verified-email', 'on']);
});
test.afterAll(() => at?.stop());

test('the app is locked until the address is verified, and the waiting page then continues automatically', {
  tag: '@desktop',
}, async ({ page, browser }) => {
  const address = freshAddress();
  await page.goto(`${at.app}/sign-up`);
  await page.getByLabel('Email').fill(address);
  await page.getByLabel(/^Password/).fill('ridge cap shingle');
  await page.getByRole('button', { name: 'Create your account' }).click();
  const wall = page.getByRole('heading', { name: 'Confirm your email address first' });
  await expect(wall).toBeVisible();
  await expect(page.getByText(address)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I have confirmed it' }).click();
  await expect(page.getByText(/Not confirmed yet/)).toBeVisible();
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('A new link is on its way to your email.')).toBeVisible();
  // From here on the test controls the page's clock.
  await page.clock.install();
  await page.reload();
  await expect(wall).toBeVisible();

  // The link is opened on a phone that is not signed in.
  const phone = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await phone.goto(`${at.app}${await linkTo(address, '/verify-email', at.data)}`);
  await phone.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(phone.getByText(`${address} is confirmed.`)).toBeVisible();
  // The page polls every ten seconds.
  await page.clock.fastForward(11_000);
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
});
