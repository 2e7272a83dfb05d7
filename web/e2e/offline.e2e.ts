/** The app offline, after it was used with a network. */
import type { BrowserContext, Page } from '@playwright/test';

import type { ChatRoom, Customer, User } from '../../bindings';
import { caller, createJob } from './support/apiCaller';
import { emptyDay } from './support/appointments';
import { bounded } from './support/bounded';
import { expect, test } from './support/fixtures';
import { cachedResponses, cacheName, waitForServiceWorker } from './support/offlineCache';
import { expectSignedOut, storeToken } from './support/session';

declare global {
  interface Window {
    /** Whether a service worker controlled this page when it loaded. */
    controlledAtStart?: boolean;
  }
}

const admin = 'marisol@summit-roofing.example';

// The other tests load the app from the server; these test the service worker that caches it, in a browser without
// anything of a test before.
test.use({ serviceWorkers: 'allow', reuseContext: false });

/** With the date, in case midnight has passed meanwhile. */
const noNetwork = (page: Page) => page.getByText(/^You are offline\. This is the data from (.+ at )?\d/);

const newPage = async (context: BrowserContext, path: string) => {
  const page = await context.newPage();
  await page.goto(path);
  return page;
};

test('pages that were visited with a network show offline, after a reload and in a new window', {
  tag: '@phone',
}, async ({ page, context, request, world }) => {
  const office = await caller(request, admin);
  const { id, title } = await createJob(office);
  const { customers } = await office.get<{ customers: Customer[] }>('/api/customers/find');
  const { rooms } = await office.get<{ rooms: ChatRoom[] }>('/api/chat/rooms');
  const room = rooms.find(({ lastMessage }) => lastMessage !== null && lastMessage.contents !== '');
  const lastText = room?.lastMessage?.contents ?? '';
  expect(lastText).not.toBe('');
  const { user } = await office.get<{ user: User }>('/api/auth/fetchProfile');
  const day = emptyDay();
  await office.post('/api/jobs/update/schedule', { jobId: id, startDate: day, endDate: day });
  const note = (content: string) =>
    office.post('/api/jobs/addNote', { authorId: user.id, jobId: id, content });
  await note('The dog bites.');

  await world.demo(admin);
  const places = [
    { path: `/app/jobs?q=${encodeURIComponent(title)}`, shows: title, kept: ['["jobs","list",{}]'] },
    {
      path: `/app/jobs/${id}?view=notes`,
      shows: 'The dog bites.',
      kept: [`["jobs","one","${id}"]`, `["jobNotes","${id}"]`],
    },
    { path: `/app/calendar?date=${day}`, shows: title, kept: ['["jobs","list",{"from"'] },
    { path: '/app/jobs/customers', shows: customers[0]?.lastName ?? '', kept: ['["customers"]'] },
    { path: '/app/connections', shows: 'Ríos Brothers', kept: ['["connections"]'] },
    { path: `/app/messages/${room?.roomId}`, shows: lastText, kept: [`["chat","thread","${room?.roomId}"]`] },
  ];
  const visit = async (on: Page, { path, shows }: Pick<(typeof places)[number], 'path' | 'shows'>) => {
    await on.goto(path);
    await expect(on.getByText(shows).filter({ visible: true }).first(), path).toBeVisible();
  };
  for (const place of places) {
    await visit(page, place);
    for (const name of place.kept)
      await expect.poll(() => cachedResponses(page), place.path).toContain(cacheName(name));
  }
  await waitForServiceWorker(page);

  await context.setOffline(true);
  await page.reload();
  await expect(noNetwork(page)).toBeVisible();
  for (const place of places) await visit(page, place);
  const other = await newPage(context, `/app/calendar?date=${day}`);
  await expect(other.getByText(title).filter({ visible: true }).first()).toBeVisible();
  await expect(noNetwork(other)).toBeVisible();
  await other.close();

  // A change that cannot be queued shows why it is not stored, and the typed input stays.
  await page.goto(`/app/jobs/${id}?view=measurements`);
  const field = page.getByRole('textbox', { name: 'Amount' });
  await field.fill('24.4');
  await page.getByRole('button', { name: 'Add measurement' }).click();
  await expect(page.getByText('We could not reach the server.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('24.4');
  await visit(page, { path: `/app/jobs/${id}?view=notes`, shows: 'The dog bites.' });

  // Changes made meanwhile show automatically.
  await note('The dog is gone.');
  await context.setOffline(false);
  await expect(page.getByText('The dog is gone.')).toBeVisible();
  await expect(noNetwork(page)).toHaveCount(0);
});

/** The chunks that the worker has cached and this page has not loaded yet. */
const unopenedParts = (page: Page) =>
  page.evaluate(async () => {
    const opened = new Set(
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths.filter((path) => path.startsWith('/assets/') && !opened.has(path));
  });

test('after a hard reload, screens that were not opened yet still load offline', { tag: '@phone' }, async ({
  page,
  context,
  world,
}) => {
  await world.demo(admin);
  await page.addInitScript(() => {
    window.controlledAtStart = navigator.serviceWorker?.controller != null;
  });
  await page.goto('/app/jobs');
  await waitForServiceWorker(page);

  // Like Shift and reload: no worker controls such a page.
  const session = await context.newCDPSession(page);
  const loaded = page.waitForEvent('load');
  await session.send('Page.reload', { ignoreCache: true });
  await loaded;
  expect(await page.evaluate(() => window.controlledAtStart), 'a page past the worker').toBe(false);
  await waitForServiceWorker(page);

  const parts = await unopenedParts(page);
  expect(parts).not.toEqual([]);
  await context.setOffline(true);
  // Neither the network nor the browser's cache has them, only the worker.
  const fetched = page.evaluate(async (paths) => {
    const missing: string[] = [];
    for (const path of paths) {
      const answer = await fetch(path, { cache: 'no-store' }).catch(() => undefined);
      if (answer?.ok !== true) missing.push(path);
    }
    return missing;
  }, parts);
  expect(await bounded(fetched, 'the parts of the app')).toEqual([]);
});

test('a shared phone shows no data of the previous user', { tag: '@phone' }, async ({
  page,
  context,
  request,
}) => {
  // A separate session, because it is ended here.
  const data = { email: admin, password: 'ridgeline-demo' };
  const { token } = await (await request.post('/api/auth/local/login', { data })).json();
  await page.goto('/');
  await storeToken(page, token);
  await page.goto('/app/jobs');
  await waitForServiceWorker(page);
  await expect.poll(() => cachedResponses(page)).toContain('jobs');

  // Another user's token in the same browser cannot read the cache.
  await context.setOffline(true);
  await storeToken(page, 'somebody-else');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(0);
  await context.setOffline(false);

  await storeToken(page, token);
  await page.goto('/app/jobs');
  await expect(page.getByRole('main')).toBeVisible();
  await expect.poll(() => cachedResponses(page)).toContain('jobs');

  // The session ends while the phone is offline: it is signed out when the network returns.
  await context.setOffline(true);
  await page.reload();
  await expect(noNetwork(page)).toBeVisible();
  const ended = await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } });
  expect(ended.ok(), await ended.text()).toBe(true);
  await context.setOffline(false);
  await page.waitForURL((url) => url.pathname === '/');
  await expectSignedOut(page);
  await expect.poll(() => cachedResponses(page)).toBe('');

  // Signing out also deletes the cache.
  const again = await (await request.post('/api/auth/local/login', { data })).json();
  await storeToken(page, String(again.token));
  await page.goto('/app/user/settings');
  await expect.poll(() => cachedResponses(page)).toContain('profile');
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect.poll(() => cachedResponses(page)).toBe('');
});
