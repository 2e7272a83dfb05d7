/** The list of jobs on a slow connection: it shows its rows before the rules have loaded. */
import type { Route } from '@playwright/test';
import { caller, createJob } from './support/apiCaller';
import { expect, test } from './support/fixtures';

const admin = 'marisol@summit-roofing.example';

// The first visit of a browser.
test.use({ viewport: { width: 390, height: 844 }, reuseContext: false });

test('a phone on a slow connection shows its jobs before the rules have loaded, and the rest when they have', {
  tag: '@phone',
}, async ({ page, world }) => {
  await world.demo(admin);
  let letThrough: () => void = () => undefined;
  const delay = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  // The same for overlays: their buttons are there before them.
  for (const late of ['**/*.wasm', '**/assets/deferred-*.js'])
    await page.route(late, async (route) => {
      await delay;
      await route.continue();
    });
  // The delayed files may be required for the page's load event.
  await page.goto('/app/jobs', { waitUntil: 'commit' });
  const list = page.getByRole('list', { name: 'Jobs' });
  await expect(list.getByRole('link').first()).toBeVisible();
  const all = page.getByRole('button', { name: /^All/ });
  await expect(all).toHaveText('All');
  await expect(page.getByRole('link', { name: 'New Job' })).toHaveCount(0);

  // A filtered list waits: it must not look like the complete result.
  const search = page.getByRole('searchbox');
  await search.fill('no such job anywhere');
  await expect(list).toHaveCount(0);
  await search.fill('');
  await page.getByRole('button', { name: 'Location and sorting' }).click();

  letThrough();
  await expect(all).toHaveText(/^All \d+$/);
  await expect(page.getByRole('link', { name: 'New Job' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeVisible();
});

test('a search that is typed before the jobs have loaded shows its results', { tag: '@phone' }, async ({
  page,
  world,
}) => {
  await world.demo(admin);
  let letThrough: () => void = () => undefined;
  const delay = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/api/jobs/myJobs/**', async (route) => {
    await delay;
    await route.continue();
  });
  await page.goto('/app/jobs', { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('whitaker');
  letThrough();
  const found = page.getByRole('list', { name: 'Jobs' }).getByRole('link');
  await expect(found.filter({ hasText: 'Whitaker' }).first()).toBeVisible();
  await expect(found.filter({ hasNotText: 'Whitaker' })).toHaveCount(0);
});

test('a phone that comes back after a restart fetches what has changed, and not the whole list', {
  tag: '@phone',
}, async ({ page, request, world }) => {
  await world.demo(admin);
  const office = await caller(request, admin);
  const job = await createJob(office);
  await page.goto('/app/jobs');
  const list = page.getByRole('list', { name: 'Jobs' });
  await expect(list.getByRole('link').first()).toBeVisible();
  const kept = () => page.evaluate(() => localStorage.getItem('ridgeline.states') ?? '');
  await expect.poll(kept).toContain('list');
  // An open page would hear of the change at once, and its response would be taken for the one after the restart.
  await page.goto('about:blank');
  const title = `Moved ${crypto.randomUUID().slice(0, 8)}`;
  await office.post('/api/jobs/update/nameAddress', {
    jobId: job.id,
    title,
    address: '1 Main St',
    city: 'Nashville',
    state: 'TN',
    zip: '',
  });
  // Counted on the way: the browser may have forgotten the body by the time it is read.
  let length = 0;
  const count = async (route: Route) => {
    const response = await route.fetch();
    length = (await response.body()).length;
    await route.fulfill({ response });
  };
  // Only the first: events may lead to another when the test has ended.
  await page.route(/myJobs\/contractor\?since=/, count, { times: 1 });
  await page.goto('/app/jobs');
  await expect.poll(() => length).toBeGreaterThan(0);
  expect(length).toBeLessThan(8_000);
  await page.getByRole('searchbox').fill(title);
  await expect(list.getByRole('link').filter({ hasText: title })).toBeVisible();
});

test.describe('a phone with the files of the app', () => {
  test.use({ serviceWorkers: 'allow' });
  test('has the screens of the navigation before they are pressed', { tag: '@phone' }, async ({
    page,
    world,
  }) => {
    await world.demo(admin);
    await page.goto('/app/jobs');
    const files = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => /assets\/(\w+Screen)-/.exec(name)?.[1])
          .join(' '),
      );
    for (const screen of ['CompanyScreen', 'CalendarScreen', 'MessagesScreen', 'ConnectionsScreen'])
      await expect.poll(files, { timeout: 60_000 }).toContain(screen);
    await page.evaluate(() => performance.clearResourceTimings());
    const open = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).tap();
    await open('Company');
    await expect(page.getByRole('region', { name: 'Jobs of the day' })).toBeVisible();
    await open('Connections');
    await expect(page.getByRole('heading', { name: 'Connections', exact: true })).toBeVisible();
    await open('Messages');
    await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible();
    await open('Calendar');
    await expect(page.getByRole('navigation', { name: 'Week' })).toBeVisible();
    expect((await files()).trim()).toBe('');
  });
});
