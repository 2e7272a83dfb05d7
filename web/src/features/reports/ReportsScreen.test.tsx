import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { always, jobs, period, vendors } from '@/testing/reports';

import { ReportsScreen } from './ReportsScreen';

const here = '/app/reports';

const open = (at = here, profile = signedIn()) =>
  renderIn(() => <ReportsScreen />, { profile, at, path: here });

const cells = (row: HTMLElement) =>
  [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.replaceAll(/\s+/g, ' '));

async function table(name: string | RegExp): Promise<string[][]> {
  return within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map(cells);
}

beforeEach(() => {
  Object.assign(URL, { createObjectURL: vi.fn(() => 'blob:csv'), revokeObjectURL: vi.fn() });
});

test('an owner sees the jobs of each month, and a blank for the future', async () => {
  mockServer(always);
  open();
  expect(await table('Jobs over time')).toEqual([
    ['Month', 'Created', 'On the calendar', 'Completed', 'Active at the end'],
    ['June 2026', '12', '9', '7', '31'],
    ['July 2026', '0', '4', '0', '–'],
  ]);
  expect(screen.getByText('2 of them without a known day')).toBeVisible();
});

test('the scheduled and the unscheduled value are compared, and jobs without an amount are counted', async () => {
  mockServer(always);
  open(`${here}?report=value`);
  const rows = await table('Scheduled value');
  expect(rows[1]).toEqual(['June 2026', '3', '$41,250.50', '0']);
  expect(rows.slice(3)).toEqual([
    ['Scheduled on these days', '4', '$41,250.50', '1'],
    ['Not scheduled', '1', '$8,100.00', '0'],
    ['Started before', '0', '$0.00', '0'],
    ['Starts after', '2', '$9,000.00', '0'],
  ]);
  expect(screen.getByText('4 jobs, 1 without an amount')).toBeVisible();
});

test('the load of a crew is shown for every week, one quarter per table', async () => {
  mockServer(always);
  open(`${here}?report=crews`);
  const tables = await screen.findAllByRole('table');
  expect(tables.map((one) => within(one).getAllByRole('columnheader').length)).toEqual([15, 4]);
  const second = within(tables[1] as HTMLElement)
    .getAllByRole('row')
    .map(cells);
  expect(second).toEqual([
    ['Who', 'Sep 6', 'Sep 13', 'Total'],
    ['Night crewCustom crew · 2 jobs', '0', '3', '9'],
    ['Nobody yet1 job', '1', '1', '15'],
    ['All', '1', '4', '24'],
  ]);
});

test('vendors are listed with their orders, and link to the vendor', async () => {
  mockServer(always);
  open(`${here}?report=vendors`);
  expect(await table('Orders by vendor')).toEqual([
    ['Vendor', 'Purchase orders', 'Sent by email', 'Late', 'Total'],
    ['Music City Supply', '2', '1', '1', '$300.30'],
    ['No vendor yet', '1', '0', '0', '$20.00'],
    ['All', '3', '1', '1', '$320.30'],
  ]);
  expect(screen.getByRole('link', { name: 'Music City Supply' })).toHaveAttribute(
    'href',
    '/app/jobs/vendors?vendor=v1',
  );
});

test('the office reads what is still to come of each product', async () => {
  mockServer(always);
  open(`${here}?report=vendors`);
  expect(await table('What was ordered')).toEqual([
    ['Product', 'Ordered', 'Received', 'To come'],
    ['Drip edge', '24', '10.5', '13.5'],
  ]);
});

test('another report keeps the chosen period, and the URL contains both', async () => {
  const query = 'from=2026-06-01&to=2026-07-31';
  mockServer({
    [`GET /api/reports/jobs?${query}&by=week`]: jobs,
    [`GET /api/reports/vendors?${query}`]: vendors,
  });
  const { user, router } = open(`${here}?${query}&by=week`);
  await table('Jobs over time');
  expect(screen.getByRole('button', { name: 'Days' })).toHaveTextContent('06/01/2026 – 07/31/2026');
  await user.click(screen.getByRole('tab', { name: 'Orders by vendor' }));
  await table('Orders by vendor');
  expect(router.state.location.search).toBe(`?${query}&report=vendors`);
});

test('a report by months can be switched to weeks', async () => {
  mockServer({ ...always, 'GET /api/reports/jobs?by=week': { ...jobs, period: { ...period, by: 'week' } } });
  const { user, router } = open();
  await table('Jobs over time');
  await user.click(screen.getByRole('radio', { name: 'Weeks' }));
  expect(await screen.findByRole('columnheader', { name: 'Week' })).toBeVisible();
  expect(router.state.location.search).toBe('?by=week');
});

test('the file contains the report and the period that are shown', async () => {
  const query = 'from=2026-06-01&to=2026-07-31';
  const csv = new Response('Vendor', {
    headers: { 'content-disposition': 'attachment; filename="vendors-2026-06-01-2026-07-31.csv"' },
  });
  mockServer({
    [`GET /api/reports/vendors?${query}`]: vendors,
    [`GET /api/reports/vendors/export?${query}`]: csv,
  });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user } = open(`${here}?report=vendors&${query}`);
  await table('Orders by vendor');
  await user.click(screen.getAllByRole('button', { name: 'Download CSV' })[0] as HTMLElement);
  await waitFor(() => expect(saved).toEqual(['vendors-2026-06-01-2026-07-31.csv']));
});

test('a refused period shows the message of the rule, and the default period is one press away', async () => {
  const fetch = mockServer({
    ...always,
    'GET /api/reports/jobs?from=2020-01-01&to=2026-01-01': refusal(
      422,
      'validation',
      'Some of the fields need another look.',
      [{ field: 'to', code: 'range', message: 'Choose at most three years.' }],
    ),
  });
  const { user, router } = open(`${here}?from=2020-01-01&to=2026-01-01`);
  const failure = (await screen.findByRole('heading', { name: 'Choose at most three years.' }))
    .parentElement as HTMLElement;
  expect(screen.queryByRole('table')).toBeNull();
  expect(
    within(failure).queryByRole('button', { name: 'Try again' }),
    'it would be refused again',
  ).toBeNull();
  for (const csv of screen.getAllByRole('button', { name: 'Download CSV' })) {
    expect(csv).toHaveAttribute('aria-disabled', 'true');
    expect(csv).toHaveAccessibleDescription('Choose at most three years.');
    await user.click(csv);
  }
  expect(
    fetch.mock.calls.some(([path]) => path.includes('export')),
    'no file is requested in vain',
  ).toBe(false);
  await user.click(within(failure).getByRole('button', { name: 'Usual days' }));
  await table('Jobs over time');
  for (const csv of screen.getAllByRole('button', { name: 'Download CSV' }))
    expect(csv).not.toHaveAttribute('aria-disabled');
  expect(router.state.location.search).toBe('');
});

test('the arrows of the date picker have labels for screen readers', async () => {
  mockServer(always);
  const { user } = open();
  await table('Jobs over time');
  await user.click(screen.getByRole('button', { name: /^Days/ }));
  for (const name of ['Previous month', 'Next month'])
    expect(await screen.findByRole('button', { name })).toBeVisible();
});

test('a company without jobs reads that there is nothing to show', async () => {
  const none = { ...jobs, now: { unscheduled: 0, scheduled: 0, complete: 0 }, rows: [] };
  mockServer({ 'GET /api/reports/jobs': none });
  open();
  expect(await screen.findByText('Nothing to show')).toBeVisible();
});

test('a subcontractor is offered jobs and crews, and never requests values', async () => {
  const fetch = mockServer(always);
  const sub = signedIn({}, { companyType: 'subcontractor' });
  open(here, sub);
  await table('Jobs over time');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Jobs over time', 'Crew load']);
  cleanup();
  open(`${here}?report=value`, sub);
  expect(await screen.findByText('Choose another report above.')).toBeVisible();
  expect(fetch.mock.calls.some(([path]) => path.includes('value'))).toBe(false);
  expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
});

test('the page is in Spanish for a user whose language is Spanish', async () => {
  setLanguage('spanish');
  mockServer(always);
  open(`${here}?report=value`, signedIn({ language: 'spanish' }));
  expect((await table('Valor programado'))[1]).toEqual(['junio de 2026', '3', '$41,250.50', '0']);
  expect(screen.getByRole('heading', { name: 'Informes', level: 1 })).toBeVisible();
});
