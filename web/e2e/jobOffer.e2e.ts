/** A job is offered to two subcontractors: the first that accepts gets it, and the other one learns that it is gone. */
import type { Browser, Page } from '@playwright/test';
import { caller, createJob } from './support/apiCaller';
import { demoToken, expect, expectAccessible, test } from './support/fixtures';

const admin = 'marisol@summit-roofing.example';

/** A separate browser in which another user is signed in. */
async function elsewhere(browser: Browser, bearer: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'America/Chicago' });
  await context.addInitScript((value) => localStorage.setItem('ridgeline.token', value), bearer);
  return context.newPage();
}

test('of two crews that are offered a job the first that takes it has it', async ({
  page,
  browser,
  request,
  world,
}) => {
  test.skip(world.phone, 'the office has a desktop');
  await world.demo(admin);
  const office = await caller(request, admin);
  const job = await createJob(office);
  const days = { startDate: '2031-06-11', endDate: '2031-06-12' };
  await office.post('/api/jobs/update/schedule', { jobId: job.id, ...days });

  const rios = await elsewhere(browser, await demoToken(request, 'maribel@rios-brothers.example'));
  const cumbre = await elsewhere(browser, await demoToken(request, 'cole@stonesriver-metal.example'));
  await page.goto(`/app/jobs/details/${job.id}?view=edit`);
  await page.getByRole('button', { name: 'Offer to several companies' }).click();
  const panel = page.getByRole('dialog', { name: 'Offer to several companies' });
  await panel.getByRole('checkbox', { name: /Ríos Brothers/ }).check();
  await panel.getByRole('checkbox', { name: /Stones River/ }).check();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Send the offer' }).click();
  await expect(page.getByText('2 companies were asked.')).toBeVisible();

  for (const crew of [rios, cumbre]) {
    await crew.goto('/app/company');
    await expect(crew.getByRole('article', { name: job.title })).toBeVisible();
  }
  await expectAccessible(rios);
  await rios
    .getByRole('article', { name: job.title })
    .getByRole('button', { name: 'Accept these days' })
    .click();
  await expect(rios.getByText('You have the job. The contractor was notified.')).toBeVisible();
  await expect(cumbre.getByRole('article', { name: job.title })).toBeHidden();
  await expect(page.getByText(/^Accepted by .*Ríos/)).toBeVisible();
});
