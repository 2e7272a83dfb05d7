/** Maps with streets where there is no network: a phone keeps the tiles around the next days' jobs. */
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { callerWith } from './support/apiCaller';
import { newCompany } from './support/company';
import { expect, freshAddress, test } from './support/fixtures';
import { shownIn } from './support/mapLayers';
import { waitForServiceWorker } from './support/offlineCache';
import { freePort, type OwnServer, startServer } from './support/ownServer';
import { expectSignedOut, storeToken } from './support/session';

let own: OwnServer;

// The files that draw the map come from the service worker.
test.use({ serviceWorkers: 'allow', reuseContext: false });

test.beforeAll(async () => {
  const file = join(import.meta.dirname, 'support/streets/nashville.pmtiles');
  own = await startServer(await freePort(), ['--basemap', file]);
});
test.afterAll(() => own?.stop());

/** `YYYY-MM-DD`, this many days from now. */
const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);

/** A company with a job that began yesterday. Returns the token of its owner, and the id of the job. */
async function companyWithJob(request: APIRequestContext): Promise<{ token: string; id: string }> {
  const account = { email: freshAddress(), password: 'ridge cap shingle' };
  const { token } = await (await request.post(`${own.app}/api/auth/local/signup`, { data: account })).json();
  const office = callerWith(request, String(token));
  await office.post(`${own.app}/api/auth/createNewAccountWithCompany`, newCompany);
  const job = {
    title: 'Whitaker re-roof',
    address: '700 Broadway',
    city: 'Nashville',
    state: 'TN',
    zip: '37203',
  };
  const { id } = await office.post<{ id: string }>(`${own.app}/api/jobs/create`, job);
  const days = { startDate: dayFromNow(-1), endDate: dayFromNow(1) };
  await office.post(`${own.app}/api/jobs/update/schedule`, { jobId: id, ...days });
  return { token: String(token), id };
}

/** How many ranges of the basemap's file this browser keeps, and whether all that were asked for are there. */
const keptRanges = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ count: number; complete: boolean }>((resolve) => {
        const none = { count: 0, complete: false };
        const request = indexedDB.open('ridgeline.tiles');
        // Must not create a missing database.
        request.onupgradeneeded = () => request.transaction?.abort();
        request.onerror = () => resolve(none);
        request.onsuccess = () => {
          const database = request.result;
          const reading = database.transaction(['owner', 'ranges']);
          const owner = reading.objectStore('owner').get('owner');
          const ranges = reading.objectStore('ranges').count();
          reading.oncomplete = () => {
            database.close();
            resolve({ count: ranges.result, complete: Boolean(owner.result?.tiles) });
          };
        };
      }),
  );

/** The files of the map library that the worker has cached. */
const cachedMapFiles = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) {
        const file = /maplibre-gl-worker|maplibre-gl|pmtilesStyle/.exec(url)?.[0];
        if (file !== undefined && !url.endsWith('.css')) found.push(file);
      }
    return found.sort();
  });

test('a foreman finds the house on the map without a network, and the next user of the phone nothing', {
  tag: '@phone',
}, async ({ page, context, request }) => {
  const { token, id } = await companyWithJob(request);
  await page.goto(own.app);
  await storeToken(page, token);
  // No map is opened while there is a network.
  await page.goto(`${own.app}/app/jobs`);
  await waitForServiceWorker(page);
  await expect.poll(() => keptRanges(page)).toMatchObject({ complete: true });
  expect((await keptRanges(page)).count).toBeGreaterThan(20);
  await expect
    .poll(() => cachedMapFiles(page))
    .toEqual(['maplibre-gl', 'maplibre-gl-worker', 'pmtilesStyle']);

  await context.setOffline(true);
  // The browser may drop what it has cached at any time, and then only what is kept is left.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await page.reload();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Whitaker re-roof/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(id));
  const map = page.getByRole('region', { name: 'Map of 700 Broadway, Nashville, TN 37203', exact: true });
  await map.scrollIntoViewIfNeeded();
  await expect(map.getByText('© OpenStreetMap')).toBeVisible();
  await expect(map.getByRole('img', { name: 'Whitaker re-roof' })).toBeVisible();
  await expect.poll(() => shownIn(page, 'roads_labels_major')).toContain('Shingle Street');
  await expect(map.getByText('The streets could not be loaded.')).toHaveCount(0);

  await context.setOffline(false);
  await page.goto(`${own.app}/app/user/settings`);
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expectSignedOut(page);
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain('ridgeline.tiles');
});
