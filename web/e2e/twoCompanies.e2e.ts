/** A contractor assigns a job to a subcontractor, who works on a phone; the contractor sees the results. */
import type { Browser, Page } from '@playwright/test';
import { devices } from '@playwright/test';

import type { Job } from '../../bindings';
import { demoToken, expect, expectAccessible, test } from './support/fixtures';

const admin = 'marisol@summit-roofing.example';
const member = 'dalia@summit-roofing.example';
const subcontractor = 'luis@rios-brothers.example';

/** A separate browser in which another user is signed in. */
async function elsewhere(browser: Browser, bearer: string, device: object): Promise<Page> {
  const context = await browser.newContext({ ...device, locale: 'es-US', timezoneId: 'America/Chicago' });
  await context.addInitScript((value) => localStorage.setItem('ridgeline.token', value), bearer);
  return context.newPage();
}

/** Different pictures, like the photos of a phone. */
const photos = (page: Page, count: number) =>
  page.evaluate(async (number) => {
    const taken: string[] = [];
    for (let at = 0; at < number; at += 1) {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [1600, 1200];
      const pen = canvas.getContext('2d');
      if (pen === null) throw new Error('no canvas');
      pen.fillStyle = `hsl(${at * 90} 40% 50%)`;
      pen.fillRect(0, 0, 1600, 1200);
      pen.fillStyle = 'white';
      pen.font = '300px sans-serif';
      pen.fillText(String(at + 1), 700, 700);
      taken.push(canvas.toDataURL('image/jpeg').split(',')[1] ?? '');
    }
    return taken;
  }, count);

test('a subcontractor accepts a job, assigns a foreman and sends photos and a note', async ({
  page,
  browser,
  request,
  world,
}) => {
  test.skip(world.phone, 'the contractor has a desktop here and the subcontractor the phone');
  const title = `Hail repair ${crypto.randomUUID().slice(0, 8)}`;
  await world.demo(admin);
  await page.goto('/app/jobs/new');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('City').fill('Nashville');
  await page.getByLabel('State').fill('TN');
  await page.getByRole('button', { name: 'Create job' }).click();
  await page.getByRole('alertdialog', { name: 'Sweet!' }).getByRole('button', { name: 'OK' }).click();
  const job = page.getByRole('dialog', { name: title });
  await job.getByRole('tab', { name: 'Edit / assign' }).click();
  await job.getByRole('combobox', { name: 'Choose a subcontractor' }).click();
  await page.getByRole('option', { name: /Ríos Brothers/ }).click();
  await job.getByRole('button', { name: 'Assign crew' }).click();
  await page
    .getByRole('alertdialog', { name: 'Sweet!' })
    .getByText("We've changed this jobs assignment.")
    .waitFor();
  await page.getByRole('alertdialog', { name: 'Sweet!' }).getByRole('button', { name: 'OK' }).click();
  await expect(job).toContainText('(pending acceptance)');
  await expectAccessible(page);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  // On a phone, in Spanish.
  const sub = await demoToken(request, subcontractor);
  const phone = await elsewhere(browser, sub, {
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
  });
  await phone.goto('/app/jobs');
  await phone.getByRole('searchbox').fill(title);
  await phone.getByText(title).first().click();
  await phone.getByRole('button', { name: 'Aceptar', exact: true }).first().click();
  await expect(phone.getByRole('button', { name: 'Aceptar', exact: true })).toHaveCount(0);
  await phone.getByRole('tab', { name: /Asignar/ }).click();
  await phone.getByRole('combobox', { name: 'Empleado' }).click();
  const people = phone.getByRole('option').filter({ hasNotText: 'Nadie' });
  const foreman = (await people.first().textContent()) ?? '';
  await people.first().click();
  await expect(phone.getByRole('combobox', { name: 'Empleado' })).toHaveValue(foreman);
  await expectAccessible(phone);

  await phone.getByRole('tab', { name: 'Fotos' }).click();
  const taken = await photos(phone, 3);
  await phone
    .locator('input[type=file]')
    .first()
    .setInputFiles(
      taken.map((photo, at) => ({
        name: `roof-${at + 1}.jpg`,
        mimeType: 'image/jpeg',
        buffer: Buffer.from(photo, 'base64'),
      })),
    );
  const tiles = phone.getByRole('img', { name: /Luis/ });
  await expect(tiles).toHaveCount(3);
  await expectAccessible(phone);
  await phone.getByRole('tab', { name: /^Notas/ }).click();
  await phone.getByLabel('Nota nueva').fill('Cumbrera suelta en el lado norte.');
  await phone.getByRole('button', { name: 'Agregar nota' }).click();
  await expect(phone.getByRole('listitem').filter({ hasText: 'Cumbrera suelta' })).toBeVisible();

  // The contractor sees all changes.
  await page.reload();
  await expect(job).toContainText('(accepted)');
  await job.getByRole('tab', { name: 'Images' }).click();
  await expect(job.getByRole('img', { name: /Luis/ })).toHaveCount(3);
  for (const picture of await job.getByRole('img', { name: /Luis/ }).all()) {
    await expect
      .poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
      .toBeGreaterThan(0);
  }
  await job.getByRole('tab', { name: /^Notes/ }).click();
  await expect(job).toContainText('Cumbrera suelta en el lado norte.');
  await job.getByRole('tab', { name: 'Details' }).click();
  await expect(job).toContainText(foreman);

  // A member may do none of it, neither on the screen nor by the API.
  const dalia = await demoToken(request, member);
  const desk = await elsewhere(browser, dalia, { viewport: { width: 1440, height: 900 } });
  await desk.goto(`/app/jobs/${id}`);
  const seen = desk.getByRole('dialog', { name: title });
  await expect(seen.getByRole('tab', { name: 'Editar / asignar' })).toHaveCount(0);
  const complete = seen.getByRole('button', { name: 'Marcar como completado' }).first();
  await expect(complete).toHaveAttribute('aria-disabled', 'true');
  await expect(complete).toHaveAccessibleDescription(/./);
  const before = (await (await request.get(`/api/jobs/job/${id}`, bearing(dalia))).json()).info as Job;
  const { jobCrewTableId } = before;
  for (const [path, data] of [
    ['jobs/delete', { jobId: id }],
    ['jobs/complete', { jobId: id, isActive: false }],
    ['jobs/addTag', { jobId: id, content: 'steep' }],
    ['jobs/contractAmount/update', { jobId: id, contractAmount: 1 }],
    ['jobs/update/assign/user', { jobCrewTableId, assignedToUserId: null }],
    ['jobs/update/acceptDecline', { jobCrewTableId, didAccept: false }],
  ] as const) {
    const answer = await request.post(`/api/${path}`, { data, ...bearing(dalia) });
    expect(answer.status(), path).toBe(403);
  }
  const after = (await (await request.get(`/api/jobs/job/${id}`, bearing(dalia))).json()).info;
  expect(after).toEqual(before);
});

const bearing = (bearer: string) => ({ headers: { authorization: `Bearer ${bearer}` } });
