/** The list of jobs on a slow line: what it says by itself is there before what only the rules know. */
import { expect, test } from './support/fixtures';

const admin = 'marisol@summit-roofing.example';

test.use({ viewport: { width: 390, height: 844 } });

test('a phone on a slow line shows its jobs before the rules have come, and the rest when they do', async ({
  page,
  world,
}) => {
  await world.demo(admin);
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  // So does what opens over the list: its buttons stand there before it.
  for (const late of ['**/*.wasm', '**/assets/deferred-*.js'])
    await page.route(late, async (route) => {
      await held;
      await route.continue();
    });
  // What is held up may be part of what the page waits for before it counts as loaded.
  await page.goto('/app/jobs', { waitUntil: 'commit' });
  const list = page.getByRole('list', { name: 'Jobs' });
  await expect(list.getByRole('link').first()).toBeVisible();
  const all = page.getByRole('button', { name: /^All/ });
  await expect(all).toHaveText('All');
  await expect(page.getByRole('link', { name: 'New Job' })).toHaveCount(0);

  // What is narrowed waits: it must not look as if all of it were found.
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

test('a search that is typed before the jobs have come is answered', async ({ page, world }) => {
  await world.demo(admin);
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/api/jobs/myJobs/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/app/jobs', { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('whitaker');
  letThrough();
  const found = page.getByRole('list', { name: 'Jobs' }).getByRole('link');
  await expect(found.filter({ hasText: 'Whitaker' }).first()).toBeVisible();
  await expect(found.filter({ hasNotText: 'Whitaker' })).toHaveCount(0);
});
