/** Two companies chat, each in a separate browser, and one of them is offline for a while. */
import type { Page } from '@playwright/test';
import { assignJob, caller, createJob } from './support/apiCaller';
import { demoToken, expect, expectAccessible, test } from './support/fixtures';
import { photo } from './support/photo';
import { openSecondPhone } from './support/secondDevice';

const admin = 'marisol@summit-roofing.example';
const subcontractor = 'luis@rios-brothers.example';

/** Writes a message and sends it by Enter. */
async function write(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name }).fill(text);
  await page.getByRole('textbox', { name }).press('Enter');
}

test('messages reach the other user at once, and messages written offline arrive once', async ({
  page,
  browser,
  request,
  world,
}) => {
  test.skip(world.phone, 'one user has a desktop here, the other the phone');
  const mark = crypto.randomUUID().slice(0, 8);
  await world.demo(admin);
  await page.goto('/app/messages');
  await page
    .getByRole('navigation', { name: 'Messages' })
    .getByRole('link', { name: /^Ríos Brothers/ })
    .click();
  const desk = page.getByRole('log', { name: /Ríos Brothers/ });
  const phone = await openSecondPhone(browser, await demoToken(request, subcontractor));
  await phone.goto('/app/messages');
  await phone.getByRole('link', { name: /^Summit/ }).click();
  const hand = phone.getByRole('log', { name: /Summit/ });
  await expect(hand.getByRole('paragraph').first()).toBeVisible();

  // In both directions, and the author sees who has read it.
  await write(page, 'Write a message', `Storm at three ${mark}`);
  await expect(hand).toContainText(`Storm at three ${mark}`);
  await expect(desk.getByText(/^Seen by .*Luis Ríos/)).toBeVisible();
  await write(phone, 'Escriba un mensaje', `Ya cerramos la cumbrera ${mark}`);
  await expect(desk).toContainText(`Ya cerramos la cumbrera ${mark}`);
  await expectAccessible(page);
  await expectAccessible(phone);

  // A bad connection, then none.
  await phone.context().setOffline(true);
  await expect(phone.getByText(/Sin conexión/)).toBeVisible();
  const missed = ['First', 'Second', 'Third'].map((word) => `${word} while you were away ${mark}`);
  for (const text of missed) {
    await write(page, 'Write a message', text);
    await expect(desk.getByText(text)).toBeVisible();
  }
  await expect(desk.getByText('Sending', { exact: true })).toHaveCount(0);
  await write(phone, 'Escriba un mensaje', `Desde el techo ${mark}`);
  const waiting = hand.getByText('Por subir');
  await expect(waiting).toBeVisible();
  await expect(hand).not.toContainText(missed[0] ?? '');

  await phone.context().setOffline(false);
  for (const text of missed) await expect(hand.getByText(text)).toHaveCount(1);
  await expect(phone.getByText(/Sin conexión/)).toHaveCount(0);
  await expect(waiting).toHaveCount(0);
  await expect(desk.getByText(`Desde el techo ${mark}`)).toHaveCount(1);

  // A picture that tags a user.
  await page.getByRole('button', { name: 'Tag people' }).click();
  await page
    .getByRole('dialog', { name: 'Tag people' })
    .getByRole('checkbox', { name: /Luis Ríos/ })
    .check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Remove Luis Ríos' })).toBeVisible();
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'valley.jpg', mimeType: 'image/jpeg', buffer: await photo(page) });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send' }).click();
  const picture = hand.getByRole('img', { name: /Marisol/ }).last();
  await expect
    .poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
    .toBeGreaterThan(0);

  // Nothing is duplicated after a refetch.
  await page.reload();
  for (const text of [...missed, `Storm at three ${mark}`, `Desde el techo ${mark}`])
    await expect(desk.getByText(text)).toHaveCount(1);
});

test('a job that another user assigns, moves and completes changes on the open screen', async ({
  page,
  browser,
  request,
  world,
}) => {
  test.skip(world.phone, 'one user has a desktop here, the other the phone');
  const title = `Wind repair ${crypto.randomUUID().slice(0, 8)}`;
  const headers = { authorization: `Bearer ${await demoToken(request, admin)}` };
  const send = async (path: string, data: object) => {
    const answer = await request.post(`/api/jobs/${path}`, { data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { id: jobId } = await send('create', { title, city: 'Nashville', state: 'TN' });
  const { info } = await (await request.get(`/api/jobs/job/${jobId}`, { headers })).json();
  const { company } = await (await request.get('/api/auth/fetchProfile', { headers })).json();
  const connections = await (
    await request.get(`/api/connections/connections/${company.id}`, { headers })
  ).json();
  const rios = connections.fullConnectionsDetails.find(
    ({ companyDetails }: { companyDetails: { name: string } }) => companyDetails.name.includes('Ríos'),
  );

  const phone = await openSecondPhone(browser, await demoToken(request, subcontractor));
  await phone.goto('/app/jobs');
  await phone.getByRole('searchbox').fill(title);
  await expect(phone.getByText(title)).toHaveCount(0);
  await world.demo(admin);
  await page.goto(`/app/jobs/${jobId}`);
  const job = page.getByRole('dialog', { name: title });
  await expect(job).toBeVisible();

  await send('update/assign/subcontractorAccount', {
    jobCrewTableId: info.jobCrewTableId,
    selectedConnection: rios.id,
    isCustom: false,
  });
  await expect(phone.getByText(title).first()).toBeVisible();
  await phone.getByText(title).first().click();
  await phone.getByRole('button', { name: 'Aceptar', exact: true }).first().click();
  await expect(job).toContainText('(accepted)');

  await send('complete', { jobId, isActive: false });
  await expect(phone.getByText('Completado', { exact: true }).first()).toBeVisible();
  await send('delete', { jobId });
  await expect(phone.getByText('No se encontraron detalles de este trabajo').first()).toBeVisible();
});

test('the chat of a job is opened from the job, and both companies that share it write there', async ({
  page,
  browser,
  request,
  world,
}) => {
  test.skip(world.phone, 'one user has a desktop here, the other the phone');
  const [office, crew] = [await caller(request, admin), await caller(request, subcontractor)];
  const job = await createJob(office);
  await assignJob(office, crew, job.id);
  await world.demo(admin);
  await page.goto(`/app/jobs/${job.id}`);
  await page.getByRole('button', { name: 'Job chat' }).click();
  const desk = page.getByRole('log', { name: new RegExp(job.title) });
  await write(page, 'Write a message', 'Gate code is 4417');
  await expect(desk).toContainText('Gate code is 4417');
  await expectAccessible(page);

  const phone = await openSecondPhone(browser, await demoToken(request, subcontractor));
  await phone.goto('/app/messages');
  await phone.getByRole('link', { name: new RegExp(job.title) }).click();
  await write(phone, 'Escriba un mensaje', 'Gracias, llegamos a las siete');
  await expect(desk).toContainText('Gracias, llegamos a las siete');
  await page.getByRole('link', { name: 'Open job' }).click();
  await expect(page.getByRole('dialog', { name: job.title })).toBeVisible();
});
