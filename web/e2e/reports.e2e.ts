/** The reports of an owner: revenue, utilization, workload and orders. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { demoToken, expect, expectAccessible, test } from './support/fixtures';
import { pagesOf, textOf } from './support/pdfPages';
import { openSecondPhone } from './support/secondDevice';

const admin = 'marisol@summit-roofing.example';
const member = 'dalia@summit-roofing.example';
const subcontractor = 'luis@rios-brothers.example';

const report = (page: Page, name: string) => page.getByRole('tab', { name });
const numbers = (page: Page, name: string | RegExp) => page.getByRole('table', { name }).first();

/** Expects that the page is not wider than the screen, whatever the tables contain. */
async function expectNoSideways(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
}

test('the reports of a new company show the numbers of its jobs', { tag: '@desktop' }, async ({
  page,
  world,
}) => {
  const company = await world.company();
  for (const day of ['2027-03-05', '2027-03-06', '2027-04-01']) {
    await company.schedule(await company.job({ title: `Roof of ${day}` }), day);
  }
  await company.job({ title: 'Not scheduled' });
  await company.signIn();
  await page.goto('/app/reports?from=2027-03-01&to=2027-04-30&by=month');
  const months = numbers(page, 'Jobs over time');
  await expect(months.getByRole('row', { name: 'March 2027' })).toContainText(/March 2027020–?/);
  await expect(months.getByRole('row', { name: 'April 2027' })).toContainText(/April 2027010/);
  await expectAccessible(page);
  await report(page, 'Crew load').click();
  const load = page.getByRole('tabpanel', { name: 'Crew load' });
  await load.getByText('Months', { exact: true }).click();
  await expect(page).toHaveURL(/report=crews&by=month/);
  const loads = page.getByRole('table', { name: /^Crew load/ }).first();
  await expect(loads.getByRole('row', { name: /^Nobody yet/ })).toContainText('3 jobs');
  await report(page, 'Scheduled value').click();
  const value = numbers(page, 'Scheduled value');
  await expect(value.getByRole('row', { name: 'Scheduled on these days' })).toContainText('3');
  await expect(value.getByRole('row', { name: 'Not scheduled' })).toContainText('$0.00');
  await expectNoSideways(page);
});

test(
  'the office reads, exports and prints each report',
  { tag: '@desktop' },
  async ({ page, world }, info) => {
    await world.demo(admin);
    await page.goto('/app/company');
    await page.getByRole('link', { name: 'Reports' }).first().click();
    await expect(numbers(page, 'Jobs over time')).toBeVisible();
    const paper: string[] = [];
    for (const [name, file] of [
      ['Jobs over time', 'jobs'],
      ['Scheduled value', 'value'],
      ['Crew load', 'crews'],
      ['Orders by vendor', 'vendors'],
    ] as const) {
      await report(page, name).click();
      await expect(page.getByRole('table', { name: new RegExp(`^${name}`) }).first()).toBeVisible();
      await expectAccessible(page);
      await expectNoSideways(page);
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download CSV' }).first().click();
      const saved = await saving;
      expect(saved.suggestedFilename()).toMatch(
        new RegExp(`^${file}-\\d{4}-\\d\\d-\\d\\d-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
      );
      expect(readFileSync(await saved.path(), 'utf8').split('\n').length).toBeGreaterThan(2);
      const pdf = info.outputPath(`${file}.pdf`);
      await page.pdf({ path: pdf, preferCSSPageSize: true });
      const words = textOf(pdf);
      expect(words).toContain(name);
      expect(words).toContain('Summit Roofing');
      expect(words).not.toContain('Download CSV');
      expect(pagesOf(pdf), name).toBeLessThanOrEqual(3);
      paper.push(words);
    }
    expect(paper[3]).toMatch(/\$[\d,]+\.\d\d/);
  },
);

test('members see the reports of what they may see, subcontractors see no amounts', async ({
  page,
  browser,
  request,
  world,
}) => {
  await world.demo(member);
  await page.goto('/app/reports?report=value');
  await expect(numbers(page, 'Valor programado')).toContainText('$');
  const phone = await openSecondPhone(browser, await demoToken(request, subcontractor));
  await phone.goto('/app/reports');
  await expect(phone.getByRole('tab')).toHaveText(['Trabajos por período', 'Carga de cuadrillas']);
  await phone.getByRole('tab', { name: 'Carga de cuadrillas' }).click();
  await expect(phone.getByRole('table', { name: /^Carga de cuadrillas/ }).first()).toBeVisible();
  await expectAccessible(phone);
  await expectNoSideways(phone);
  await phone.goto('/app/reports?report=value');
  await expect(phone.getByText('Elija otro informe arriba.')).toBeVisible();
  await expect(phone.getByText('$')).toHaveCount(0);
});
