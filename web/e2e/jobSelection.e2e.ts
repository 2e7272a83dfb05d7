import { type Caller, caller, createJob } from './support/apiCaller';
import { expect, expectAccessible, test } from './support/fixtures';

const admin = 'marisol@summit-roofing.example';

/** Two jobs with a title of their own, and a number behind it. */
async function twoJobs(office: Caller): Promise<string> {
  const title = `Storm ${crypto.randomUUID().slice(0, 8)}`;
  for (const number of [1, 2]) {
    const job = await createJob(office);
    const form = { title: `${title} ${number}`, address: '', city: 'Nashville', state: 'TN', zip: '' };
    await office.post('/api/jobs/update/nameAddress', { ...form, jobId: job.id });
  }
  return title;
}

test('an office adds a tag to two selected jobs with the mouse, and takes it back with one press', async ({
  page,
  request,
  world,
}) => {
  test.skip(world.phone, 'jobs are selected on a desktop');
  await world.demo(admin);
  const office = await caller(request, admin);
  const title = await twoJobs(office);
  await page.goto('/app/jobs');
  await page.getByRole('searchbox', { name: 'Search jobs' }).fill(title);
  for (const number of [1, 2])
    await page.getByRole('checkbox', { name: `Select ${title} ${number}`, exact: true }).click();
  const bar = page.getByRole('region', { name: '2 jobs selected' });
  await bar.getByRole('button', { name: 'Add tag' }).click();
  const panel = page.getByRole('dialog', { name: 'Tag 2 jobs' });
  await panel.getByRole('textbox').fill('hail');
  await panel.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByText('2 jobs were changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 jobs are as they were before.')).toBeVisible();
  await page.getByRole('link', { name: `${title} 1` }).click();
  await expect(page.getByRole('dialog').getByText('hail')).toHaveCount(0);
});

test('a phone selects jobs with the thumb and saves them as a sheet', { tag: '@phone' }, async ({
  page,
  request,
  world,
}) => {
  await world.demo(admin);
  const title = await twoJobs(await caller(request, admin));
  await page.goto(`/app/jobs?q=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const number of [1, 2]) await page.getByText(`${title} ${number}`).click();
  const bar = page.getByRole('region', { name: '2 jobs selected' });
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^jobs-[\d-]+\.csv$/);
  await bar.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('link', { name: `${title} 1` })).toBeVisible();
});
