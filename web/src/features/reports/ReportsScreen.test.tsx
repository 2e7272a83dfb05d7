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

test('an owner reads each month of the jobs, and nothing where it is still to come', async () => {
  mockServer(always);
  open();
  expect(await table('Jobs over time')).toEqual([
    ['Month', 'Created', 'On the calendar', 'Completed', 'Active at the end'],
    ['June 2026', '12', '9', '7', '31'],
    ['July 2026', '0', '4', '0', '–'],
  ]);
  expect(screen.getByText('2 of them without a known day')).toBeVisible();
});

test('what is scheduled stands against what is not, and what has no amount is told', async () => {
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

test('the load of a crew is told for every week, a quarter in one table', async () => {
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

test('vendors stand with what was ordered from them, and lead to the vendor', async () => {
  mockServer(always);
  open(`${here}?report=vendors`);
  expect(await table('Orders by vendor')).toEqual([
    ['Vendor', 'Purchase orders', 'Sent by email', 'Total'],
    ['Music City Supply', '2', '1', '$300.30'],
    ['No vendor yet', '1', '0', '$20.00'],
    ['All', '3', '1', '$320.30'],
  ]);
  expect(screen.getByRole('link', { name: 'Music City Supply' })).toHaveAttribute(
    'href',
    '/app/jobs/vendors?vendor=v1',
  );
});

test('another report keeps the days that were chosen, and the address says both', async () => {
  const asked = 'from=2026-06-01&to=2026-07-31';
  mockServer({
    [`GET /api/reports/jobs?${asked}&by=week`]: jobs,
    [`GET /api/reports/vendors?${asked}`]: vendors,
  });
  const { user, router } = open(`${here}?${asked}&by=week`);
  await table('Jobs over time');
  expect(screen.getByRole('button', { name: 'Days' })).toHaveTextContent('06/01/2026 – 07/31/2026');
  await user.click(screen.getByRole('tab', { name: 'Orders by vendor' }));
  await table('Orders by vendor');
  expect(router.state.location.search).toBe(`?${asked}&report=vendors`);
});

test('weeks are asked for where months were shown', async () => {
  mockServer({ ...always, 'GET /api/reports/jobs?by=week': { ...jobs, period: { ...period, by: 'week' } } });
  const { user, router } = open();
  await table('Jobs over time');
  await user.click(screen.getByRole('radio', { name: 'Weeks' }));
  expect(await screen.findByRole('columnheader', { name: 'Week' })).toBeVisible();
  expect(router.state.location.search).toBe('?by=week');
});

test('the file is of the report and the days that are shown', async () => {
  const asked = 'from=2026-06-01&to=2026-07-31';
  const csv = new Response('Vendor', {
    headers: { 'content-disposition': 'attachment; filename="vendors-2026-06-01-2026-07-31.csv"' },
  });
  mockServer({
    [`GET /api/reports/vendors?${asked}`]: vendors,
    [`GET /api/reports/vendors/export?${asked}`]: csv,
  });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user } = open(`${here}?report=vendors&${asked}`);
  await table('Orders by vendor');
  await user.click(screen.getAllByRole('button', { name: 'Download CSV' })[0] as HTMLElement);
  await waitFor(() => expect(saved).toEqual(['vendors-2026-06-01-2026-07-31.csv']));
});

test('days that the rules refuse are told in their words, and the usual ones are one press away', async () => {
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
  const wrong = (await screen.findByRole('heading', { name: 'Choose at most three years.' }))
    .parentElement as HTMLElement;
  expect(screen.queryByRole('table')).toBeNull();
  expect(within(wrong).queryByRole('button', { name: 'Try again' }), 'it would be refused again').toBeNull();
  for (const csv of screen.getAllByRole('button', { name: 'Download CSV' })) {
    expect(csv).toHaveAttribute('aria-disabled', 'true');
    expect(csv).toHaveAccessibleDescription('Choose at most three years.');
    await user.click(csv);
  }
  expect(
    fetch.mock.calls.some(([path]) => path.includes('export')),
    'no file is asked for in vain',
  ).toBe(false);
  await user.click(within(wrong).getByRole('button', { name: 'Usual days' }));
  await table('Jobs over time');
  for (const csv of screen.getAllByRole('button', { name: 'Download CSV' }))
    expect(csv).not.toHaveAttribute('aria-disabled');
  expect(router.state.location.search).toBe('');
});

test('whoever cannot see the arrows of the open days hears where they lead', async () => {
  mockServer(always);
  const { user } = open();
  await table('Jobs over time');
  await user.click(screen.getByRole('button', { name: /^Days/ }));
  for (const name of ['Previous month', 'Next month'])
    expect(await screen.findByRole('button', { name })).toBeVisible();
});

test('a company without jobs is told when there will be something', async () => {
  const none = { ...jobs, now: { unscheduled: 0, scheduled: 0, complete: 0 }, rows: [] };
  mockServer({ 'GET /api/reports/jobs': none });
  open();
  expect(await screen.findByText('Nothing to show')).toBeVisible();
});

test('a subcontractor is offered jobs and crews, and never asks for money', async () => {
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

test('the page speaks Spanish to whoever reads Spanish', async () => {
  setLanguage('spanish');
  mockServer(always);
  open(`${here}?report=value`, signedIn({ language: 'spanish' }));
  expect((await table('Valor programado'))[1]).toEqual(['junio de 2026', '3', '$41,250.50', '0']);
  expect(screen.getByRole('heading', { name: 'Informes', level: 1 })).toBeVisible();
});
