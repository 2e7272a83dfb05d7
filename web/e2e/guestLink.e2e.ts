/** A crew without accounts: the page of a link, offline, and after the link was revoked. */
import type { APIRequestContext } from '@playwright/test';
import type { GuestLink, JobImage, Note } from '../../bindings';
import { type Caller, caller, createJob } from './support/apiCaller';
import { expect, test, today } from './support/fixtures';
import { photo } from './support/photo';

const admin = 'marisol@summit-roofing.example';

// The page keeps its files by its own service worker.
test.use({ serviceWorkers: 'allow', reuseContext: false, locale: 'en-US' });

interface Made {
  office: Caller;
  job: { id: string; title: string };
  link: GuestLink & { url: string };
}

async function linkToJob(request: APIRequestContext, fields: object): Promise<Made> {
  const office = await caller(request, admin);
  const job = await createJob(office);
  const days = { startDate: today(), endDate: today() };
  await office.post('/api/jobs/update/schedule', { jobId: job.id, ...days });
  const made = await office.post<{ link: GuestLink & { url: string } }>('/api/guest_links/create', {
    jobId: job.id,
    ...fields,
  });
  return { office, job, link: made.link };
}

const pathOf = (url: string) => new URL(url).pathname;

test('a crew without an account accepts, sends photos, a note and a signature from a roof without a signal', {
  tag: '@phone',
}, async ({ page, context, request }) => {
  const { office, job, link } = await linkToJob(request, { name: 'Rosa Díaz', language: 'spanish' });
  await office.post('/api/work_orders/create', {
    title: 'Tear-off',
    jobId: job.id,
  });
  await page.goto(pathOf(link.url));
  await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeVisible();
  await page.getByRole('button', { name: 'Sí, puedo' }).click();
  await expect(page.getByText('Usted dijo que sí.')).toBeVisible();
  const seen = async () =>
    (await office.get<{ links: GuestLink[] }>(`/api/guest_links/${job.id}`)).links.find(
      ({ id }) => id === link.id,
    );
  await expect.poll(async () => (await seen())?.state).toBe('accepted');
  await expect.poll(async () => (await seen())?.lastSeen).not.toBeNull();
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeVisible();
  await expect(page.getByText(/^Sin red\./)).toBeVisible();
  const photos = await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => ({
      name: `roof-${number}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await photo(page),
    })),
  );
  await page.getByLabel('Elegir fotos').setInputFiles(photos);
  await page.getByLabel('Nota nueva').fill('Falta un tapajuntas.');
  await page.getByRole('button', { name: 'Agregar nota' }).click();
  await page.getByRole('button', { name: 'Firmar', exact: true }).click();
  await page.getByRole('button', { name: 'Firmar ahora' }).click();
  await expect(page.getByText('Por enviar: 7')).toBeVisible();
  // The phone is put away and the page opened again, still without a signal.
  await page.reload();
  await expect(page.getByText('Por enviar: 7')).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText(/^Por enviar/)).toBeHidden();
  await expect(page.getByText('Firmado por Rosa Díaz')).toBeVisible();
  const { imgs } = await office.get<{ imgs: JobImage[] }>(`/api/jobs/fetchImgs/${job.id}`);
  expect(imgs).toHaveLength(5);
  const { notes } = await office.get<{ notes: Note[] }>(`/api/jobs/fetchNotes/${job.id}`);
  expect(notes.map(({ content, name }) => [content, name])).toEqual([['Falta un tapajuntas.', 'Rosa Díaz']]);
});

test('a link that only reads offers nothing, and one that was revoked shows nothing', {
  tag: '@desktop',
}, async ({ page, request }) => {
  const { office, job, link } = await linkToJob(request, { name: 'Rosa', may: [] });
  await page.goto(pathOf(link.url));
  await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Directions' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await office.delete(`/api/guest_links/${link.id}`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'This link has ended' })).toBeVisible();
  await expect(page.getByText(job.title)).toHaveCount(0);
});
