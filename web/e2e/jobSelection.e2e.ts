import { caller, createJob } from './support/apiCaller';
import { expect, test } from './support/fixtures';

const admin = 'marisol@summit-roofing.example';

test('an office adds a tag to two selected jobs with the mouse, and takes it back with one press', async ({
  page,
  request,
  world,
}) => {
  test.skip(world.phone, 'jobs are selected on a desktop');
  await world.demo(admin);
  const office = await caller(request, admin);
  const title = `Storm ${crypto.randomUUID().slice(0, 8)}`;
  for (const number of [1, 2]) {
    const job = await createJob(office);
    const form = { title: `${title} ${number}`, address: '', city: 'Nashville', state: 'TN', zip: '' };
    await office.post('/api/jobs/update/nameAddress', { ...form, jobId: job.id });
  }
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
