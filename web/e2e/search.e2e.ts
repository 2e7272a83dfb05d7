/** The global search: by keyboard on a desktop, by touch on a phone, limited to what the user may see. */
import type { Page } from '@playwright/test';

import { expect, expectAccessible, test } from './support/fixtures';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });
const option = (page: Page, name: RegExp | string) => page.getByRole('option', { name });

test('a job is found by a part of its address and opened', async ({ page, world }) => {
  const company = await world.company();
  const job = await company.job({ title: 'Clubhouse leak repair', address: '1204 Cañón Rd' });
  await company.job({ title: 'Chapel gutters', address: '9 Oak St' });
  await company.signIn();
  await page.goto(world.phone ? '/app/jobs' : '/app/calendar');

  if (world.phone) {
    await page
      .getByRole('button', { name: 'Search everything', exact: true })
      .filter({ visible: true })
      .click();
  } else {
    await expect(
      page.getByRole('button', { name: 'Find a job, customer… Ctrl K', exact: true }),
    ).toBeVisible();
    await page.keyboard.press('Control+k');
  }
  await expect(field(page)).toBeFocused();
  await expect(option(page, 'New Job')).toBeVisible();
  await expectAccessible(page);
  await field(page).fill('canon');
  await expect(option(page, /Clubhouse leak repair/)).toBeVisible();
  await expect(option(page, /Chapel/)).toHaveCount(0);
  await expectAccessible(page);
  if (world.phone) await option(page, /Clubhouse leak repair/).click();
  else await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/app/jobs/details/${job}$`));
  await expect(page.getByRole('dialog', { name: 'Clubhouse leak repair' })).toBeVisible();
  await expect(field(page)).toBeHidden();

  // Also over an open job, and Esc closes it.
  if (!world.phone) {
    await page.keyboard.press('Control+k');
    await expect(option(page, /Clubhouse leak repair/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Clubhouse leak repair' })).toBeVisible();
  }
});

test('a member and a subcontractor find only what they may see', { tag: '@phone' }, async ({
  page,
  world,
}) => {
  await world.demo('dalia@summit-roofing.example');
  await page.goto('/app/jobs');
  const open = async () => {
    const button = page.getByRole('button', { name: /^(Buscar en todo|Buscar trabajo, cliente…)/ });
    await button.filter({ visible: true }).click();
  };
  const everything = page.getByRole('combobox', { name: 'Buscar en todo' });
  await open();
  await expect(option(page, 'Clientes')).toBeVisible();
  await expect(option(page, 'Nuevo trabajo')).toHaveCount(0);
  await expect(option(page, 'Importar trabajos')).toHaveCount(0);
  await expectAccessible(page);
  await everything.fill('nuevo');
  await expect(option(page, 'Nuevo cliente')).toHaveCount(0);

  // A user of another company, in the same browser.
  await world.demo('luis@rios-brothers.example');
  await page.goto('/app/jobs');
  await open();
  // The permitted results show; others would show at the same time.
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(option(page, 'Clientes')).toHaveCount(0);
  await expect(option(page, 'Productos')).toHaveCount(0);
  await expect(option(page, 'Proveedores')).toHaveCount(0);
  await everything.fill('whitaker');
  await expect(option(page, /Whitaker/).first()).toBeVisible();
  await expect(page.getByRole('group', { name: /Órdenes de compra/ })).toHaveCount(0);
  await expect(page.getByRole('group', { name: /Clientes/ })).toHaveCount(0);
});
