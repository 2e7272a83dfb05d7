import type { SavedView } from '../../bindings';
import { caller } from './support/apiCaller';
import { expect, expectAccessible, test } from './support/fixtures';

const admin = 'marisol@summit-roofing.example';

test('a view that the office saves and shares is there after a reload, and its link opens it for others', async ({
  page,
  request,
  context,
  world,
}) => {
  test.skip(world.phone, 'the views of a phone are with its filters; their list is the same');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await world.demo(admin);
  const office = await caller(request, admin);
  const name = `Invoices ${crypto.randomUUID().slice(0, 8)}`;
  // What an earlier version kept in this browser.
  const { user } = await office.get<{ user: { id: string } }>('/api/auth/fetchProfile');
  await page.addInitScript(
    ([id, old]) => {
      if (sessionStorage.getItem('moved') !== null) return;
      sessionStorage.setItem('moved', '1');
      localStorage.setItem(
        `ridgeline.jobViews.${id}`,
        JSON.stringify([{ name: `${old} before`, search: 'tab=all' }]),
      );
    },
    [user.id, name] as const,
  );
  await page.goto('/app/jobs?tab=complete&sort=-title');
  await page.getByRole('button', { name: 'Views' }).click();
  const views = page.getByRole('region', { name: 'Views' });
  await expect(views.getByRole('link', { name: `${name} before` })).toBeVisible();
  await views.getByLabel('Save this view as').fill(name);
  await views.getByLabel('Share with the company').check();
  await views.getByRole('button', { name: 'Save' }).click();
  await expect(views.getByRole('link', { name: new RegExp(`^${name} ?Shared`) })).toBeVisible();
  await expectAccessible(page);
  await views.getByRole('button', { name: `Copy the link to ${name}`, exact: true }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/app\/jobs\?tab=complete&sort=-title$/);

  await page.goto('/app/jobs?tab=active');
  await page.getByRole('button', { name: 'Views' }).click();
  await views.getByRole('link', { name: new RegExp(`^${name} ?Shared`) }).click();
  await expect(page).toHaveURL(/tab=complete&sort=-title/);
  const stored = await office.get<{ views: SavedView[] }>('/api/saved_views/all');
  const own = stored.views.filter((view) => view.name.startsWith(name));
  expect(own).toHaveLength(2);
  expect(own.filter(({ isShared }) => isShared)).toHaveLength(1);
  for (const { id } of own) await office.delete(`/api/saved_views/${id}`);
});
