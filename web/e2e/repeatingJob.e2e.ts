/** A maintenance visit is repeated: its days are shown first, later ones move together, and the rest is taken back. */
import { expect, expectAccessible, test } from './support/fixtures';

test('an office repeats a visit, moves those from one on, and ends the series', async ({ page, world }) => {
  test.skip(world.phone, 'the office has a desktop');
  const company = await world.company();
  const job = await company.job({ title: 'Gutter cleaning' });
  await company.schedule(job, '2031-03-03');
  const days = async () =>
    (await company.jobs())
      .map(({ startDate }) => String(startDate))
      .toSorted((one, other) => one.localeCompare(other));
  await company.signIn();

  await page.goto(`/app/jobs/details/${job}`);
  await page.getByRole('button', { name: 'Job actions' }).click();
  await page.getByRole('menuitem', { name: 'Repeat…' }).click();
  const panel = page.getByRole('dialog', { name: 'Repeat this job' });
  await panel.getByRole('textbox', { name: 'Jobs, with this one' }).fill('4');
  await expect(panel.getByRole('region', { name: 'The days' }).getByRole('listitem')).toHaveText([
    'Mon, Mar 3, 2031',
    'Wed, Sep 3, 2031',
    'Wed, Mar 3, 2032',
    'Fri, Sep 3, 2032',
  ]);
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Make 3 jobs' }).click();
  await expect(page.getByText('3 jobs were made.')).toBeVisible();
  await expect(page.getByText('Every 6 months · 1 of 4')).toBeVisible();
  expect(await days()).toEqual(['2031-03-03', '2031-09-03', '2032-03-03', '2032-09-03']);

  const second = (await company.jobs()).find(({ startDate }) => startDate === '2031-09-03');
  await page.goto(`/app/jobs/details/${second?.id}`);
  await page.getByRole('button', { name: 'Change this and following…' }).click();
  const change = page.getByRole('dialog', { name: 'Change this job and those that follow' });
  await change.getByRole('textbox', { name: 'First day of this job' }).fill('09/10/2031');
  await change.getByRole('textbox', { name: 'Title of these jobs' }).fill('Gutters and valleys');
  await expectAccessible(page);
  await change.getByRole('button', { name: 'Change 3 jobs' }).click();
  await expect(page.getByText('3 jobs were changed.')).toBeVisible();
  expect(await days()).toEqual(['2031-03-03', '2031-09-10', '2032-03-10', '2032-09-10']);
  await expect(page.getByRole('heading', { name: 'Gutters and valleys' })).toBeVisible();

  await page.getByRole('button', { name: 'Stop repeating' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop repeating' }).click();
  await expect(page.getByText('2 jobs were deleted.')).toBeVisible();
  await expect(page.getByText('Every 6 months · 2 of 2')).toBeVisible();
  expect(await days()).toEqual(['2031-03-03', '2031-09-10']);
});
