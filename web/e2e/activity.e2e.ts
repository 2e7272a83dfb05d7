/** The activity log: of a job, limited to what each user may see, and of the company for its admins. */
import { readFileSync } from 'node:fs';
import { assignJob, caller, createJob } from './support/apiCaller';
import { demoToken, expect, expectAccessible, test } from './support/fixtures';
import { openSecondPhone } from './support/secondDevice';

const admin = 'marisol@summit-roofing.example';
const member = 'dalia@summit-roofing.example';
const subcontractor = 'luis@rios-brothers.example';

test('the history of a job shows a move, and hides the amount from the subcontractor', async ({
  page,
  browser,
  request,
  world,
}) => {
  test.skip(world.phone, 'the office moves jobs at a desk, the subcontractor has the phone');
  const office = await caller(request, admin);
  const crew = await caller(request, subcontractor);
  const roof = await createJob(office);
  await assignJob(office, crew, roof.id);
  const march = (day: number) => `2027-03-0${day}`;
  await office.post('/api/jobs/update/schedule', {
    jobId: roof.id,
    startDate: march(1),
    endDate: march(3),
  });
  await office.post('/api/jobs/contractAmount/update', { jobId: roof.id, contractAmount: 8213.5 });

  await world.demo(admin);
  await page.goto(`/app/jobs/details/${roof.id}?view=edit`);
  const job = page.getByRole('dialog', { name: roof.title });
  await job.getByLabel('Start Date').fill('03/05/2027');
  await job.getByLabel('End Date').fill('03/07/2027');
  await job.getByRole('button', { name: 'Save dates' }).click();
  await page.getByRole('alertdialog', { name: 'Sweet!' }).getByRole('button', { name: 'OK' }).click();
  await job.getByRole('tab', { name: 'History' }).click();
  const moved = job.getByRole('listitem').filter({ hasText: '03/05/2027' });
  await expect(moved).toContainText('Marisol Vega');
  await expect(moved).toContainText('03/01/2027');
  await expect(job.getByRole('listitem').filter({ hasText: '$8,213.50' })).toBeVisible();
  await expectAccessible(page);

  // The subcontractor, in Spanish, on a phone.
  const phone = await openSecondPhone(browser, await demoToken(request, subcontractor));
  await phone.goto(`/app/jobs/details/${roof.id}?view=history`);
  const past = phone.getByRole('tabpanel').or(phone.getByRole('dialog', { name: roof.title }));
  const item = phone.getByRole('listitem').filter({ hasText: '03/05/2027' });
  await expect(item).toContainText('Marisol Vega');
  await expect(past.first()).not.toContainText('8,213');
  await expectAccessible(phone);

  // What the subcontractor does now shows on the open page of the office.
  await phone.getByRole('tab', { name: /^Notas/ }).click();
  await phone.getByLabel('Nota nueva').fill('Llegamos a las siete.');
  await phone.getByRole('button', { name: 'Agregar nota' }).click();
  await expect(job.getByRole('listitem').filter({ hasText: 'Luis' }).first()).toBeVisible();

  // The log of the company.
  await page.goto(`/app/company/activity?text=${encodeURIComponent(roof.title)}`);
  const entry = page.getByRole('listitem').filter({ hasText: '03/05/2027' });
  await expect(entry).toContainText('03/01/2027');
  await expect(entry.getByRole('link', { name: new RegExp(roof.title) })).toHaveAttribute(
    'href',
    new RegExp(roof.id),
  );
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).first().click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('activity.csv');
  const lines = readFileSync(await file.path(), 'utf8');
  expect(lines).toContain(roof.title);
  expect(lines).toContain('03/05/2027');
  await page.getByRole('searchbox').first().fill(`${roof.title} nowhere`);
  await expect(page.getByText('No entries match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(entry.first()).toBeVisible();

  // Other users have neither the link nor the page.
  const dalia = { headers: { authorization: `Bearer ${await demoToken(request, member)}` } };
  expect((await request.get('/api/activity', dalia)).status()).toBe(403);
  expect((await request.get('/api/activity/export', dalia)).status()).toBe(403);
});
