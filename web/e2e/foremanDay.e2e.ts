/** A day on the roofs with a phone: a foreman, a crew and the owner, with the presses that each task takes. */
import type { Locator, Page } from '@playwright/test';

import type { Job, JobImage, User, WorkOrder } from '../../bindings';
import { type Caller, offerJob } from './support/apiCaller';
import { boxOf } from './support/drag';
import { expect, expectAccessible } from './support/fixtures';
import { jobOfToday, test } from './support/ownDemo';
import { photo } from './support/photo';
import { openSecondPhone } from './support/secondDevice';

const admin = 'marisol@summit-roofing.example';
/** The production foreman, and the owner of a crew; both read Spanish. */
const foreman = 'luis@summit-roofing.example';
const crew = 'luis@rios-brothers.example';

const jobOf = async (office: Caller, id: string) =>
  (await office.get<{ info: Job }>(`/api/jobs/job/${id}`)).info;

/** The id at the end of the open page's address. */
const openId = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** The first of the listed things of this kind. */
const firstWaiting = (page: Page, kind: string): Locator =>
  page.locator(`[data-kind="${kind}"] ul`).getByRole('link').first();

test('a day on the roofs takes as many presses as documented', { tag: '@phone' }, async ({
  page,
  browser,
  demo,
  presses: { press, task },
}) => {
  const office = await demo.caller(admin);
  const { user } = await (await demo.caller(foreman)).get<{ user: User }>('/api/auth/fetchProfile');
  const roof = await jobOfToday(office, 'Fatherland re-roof');
  const { jobCrewTableId } = await jobOf(office, roof);
  await office.post('/api/jobs/update/assign/user', { jobCrewTableId, assignedToUserId: user.id });

  const luis = await openSecondPhone(browser, await demo.token(foreman));
  await luis.context().route('https://www.google.com/**', (route) => route.fulfill({ body: 'maps' }));
  await luis.goto('/app/company');
  const card = luis.getByRole('article', { name: 'Fatherland re-roof' });
  await expect(card).toBeVisible();
  await expectAccessible(luis);
  await task("Open the way to today's job", async () => {
    const opened = luis.waitForEvent('popup');
    await press(card.getByRole('link', { name: 'Ruta' }));
    expect((await opened).url()).toContain(encodeURIComponent('417 Fatherland St, Nashville, TN 37206'));
  });
  await task('Add a photo with a note on it', async () => {
    const camera = luis.waitForEvent('filechooser');
    await press(card.getByRole('button', { name: 'Foto' }));
    const file = { name: 'valley.jpg', mimeType: 'image/jpeg', buffer: await photo(luis) };
    await (await camera).setFiles(file);
    await press(luis.getByRole('button', { name: /^Foto de Luis Ortega/ }));
    await press(luis.getByRole('button', { name: 'Agregar pie de foto' }));
    await luis.getByLabel('¿Qué muestra esta foto?').fill('Madera podrida en el valle');
    await press(luis.getByRole('button', { name: 'Guardar' }));
    await expect
      .poll(async () => {
        const { imgs } = await office.get<{ imgs: JobImage[] }>(`/api/jobs/fetchImgs/${roof}`);
        return imgs.map(({ caption }) => caption);
      })
      .toEqual(['Madera podrida en el valle']);
  });
  await luis.context().close();

  const asked = await jobOfToday(office, 'Shelby re-roof');
  await offerJob(office, asked);
  const rios = await openSecondPhone(browser, await demo.token(crew));
  await rios.goto('/app/company');
  await expect(firstWaiting(rios, 'assignments')).toBeVisible();
  await expectAccessible(rios);
  // The Spanish button has a line of its own, and begins where the title above it does.
  const files = await boxOf(rios.getByRole('region', { name: /^Archivos de la empresa/ }));
  const upload = await boxOf(rios.getByRole('button', { name: 'Subir un archivo' }));
  expect(upload.x - files.x).toBeGreaterThanOrEqual(16);
  await task('Accept a job that a contractor assigned', async () => {
    await press(firstWaiting(rios, 'assignments'));
    await press(rios.getByRole('button', { name: 'Aceptar', exact: true }).filter({ visible: true }));
    const id = openId(rios);
    await expect.poll(async () => (await jobOf(office, id)).isAcceptedBySub).toBe(true);
  });
  await rios.goto('/app/company');
  await task('Sign off a work order', async () => {
    await press(firstWaiting(rios, 'signatures'));
    await press(rios.getByRole('button', { name: 'Firmar', exact: true }));
    const path = `/api/work_orders/single/${openId(rios)}`;
    await expect
      .poll(async () => {
        const { order } = await office.get<{ order: WorkOrder }>(path);
        return order.signOffs.map(({ lastName }) => lastName);
      })
      .toEqual(['Ríos']);
  });
  await rios.context().close();

  await demo.signIn(page, admin);
  await page.goto('/app/company');
  await task('Mark a job complete, and take it back', async () => {
    await press(page.getByRole('link', { name: /^Fatherland re-roof/ }));
    await press(page.getByRole('button', { name: 'Mark Complete' }).filter({ visible: true }));
    await expect.poll(async () => (await jobOf(office, roof)).status).toBe('complete');
    await press(page.getByRole('button', { name: 'Undo' }));
    await expect.poll(async () => (await jobOf(office, roof)).status).toBe('active');
  });
});
