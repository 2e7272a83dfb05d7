import { test as base, expect, expectAccessible, middleOfMonth } from './support/fixtures';
import { type Presses, pressFixture } from './support/presses';

const test = base.extend<{ presses: Presses }>(pressFixture);

/** From the call to the scheduled job, in presses; typing is not counted. */
const mostPresses = 6;

test('a call comes in: customer, address, crew and days are stored by one press, and show on the calendar', async ({
  page,
  context,
  world,
  presses: { press, count },
}) => {
  test.skip(world.phone, 'the form is the same on a phone');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await world.demo('marisol@summit-roofing.example');
  await page.goto('/app/jobs');
  await press(page.getByRole('link', { name: 'New Job' }).first());
  const form = page.getByRole('dialog', { name: 'New Job' });
  const last = `Okafor ${crypto.randomUUID().slice(0, 8)}`;
  await form.getByRole('combobox', { name: 'Customer' }).fill('Ngozi Placeholder');
  await press(form.getByRole('button', { name: 'New customer' }));
  await form.getByLabel(/^Last name/).fill(last);
  await form.getByLabel(/^Phone/).fill('615 555 0143');
  await form.getByLabel(/^Title/).fill(`${last} re-roof`);
  await page.evaluate(() => navigator.clipboard.writeText('1319 6th Ave N, Nashville, TN 37208'));
  await form.getByLabel('Address').focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(form.getByLabel(/^City/)).toHaveValue('Nashville');
  const [year, month, day] = middleOfMonth().split('-');
  await form.getByLabel('Start Date', { exact: true }).fill(`${month}/${day}/${year}`);
  await press(form.getByRole('combobox', { name: /^Subcontractor, crew/ }));
  await press(form.getByRole('option').first());
  await form.getByLabel('First note').fill('The dog bites.');
  await expectAccessible(page);
  await press(form.getByRole('button', { name: 'Create and schedule' }));
  await press(page.getByRole('alertdialog', { name: 'Sweet!' }).getByRole('button', { name: 'OK' }));
  expect(count()).toBeLessThanOrEqual(mostPresses);

  const job = page.getByRole('dialog', { name: `${last} re-roof` });
  await expect(job).toContainText('1319 6th Ave N');
  await expect(job).toContainText(`Ngozi ${last}`);
  await job.getByRole('tab', { name: /^Notes/ }).click();
  await expect(job.getByText('The dog bites.')).toBeVisible();
  await page.goto(`/app/calendar?grid=day&date=${middleOfMonth()}`);
  await expect(page.getByText(`${last} re-roof`).first()).toBeVisible();

  await page.goto(`/app/jobs?q=${encodeURIComponent(last)}`);
  await page.getByRole('link', { name: `${last} re-roof` }).click();
  await page.getByRole('button', { name: 'Job actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(form).toContainText(`Copied from “${last} re-roof”`);
  await expect(form.getByLabel(/^City/)).toHaveValue('Nashville');
});
