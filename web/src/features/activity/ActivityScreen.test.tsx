import type { ActivityEntry } from '@bindings';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { jobId } from '@/testing/aJob';
import { anEntry, aPage } from '@/testing/anEntry';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { ActivityScreen } from './ActivityScreen';

const here = '/app/company/activity';
const choices = {
  kinds: [
    { value: 'job', label: 'Job' },
    { value: 'workOrder', label: 'Work order' },
  ],
  actions: [{ value: 'signed', label: 'Signed' }],
  people: [{ id: jobId(501), name: 'Dalia Ortiz' }],
};
const always = { 'GET /api/activity/choices': choices };

const open = (at = here, profile = signedIn()) =>
  renderIn(() => <ActivityScreen />, { profile, at, path: here });

/** The desktop and the phone layout each have their own; jsdom renders both. */
const search = () => screen.getAllByRole('searchbox')[0] as HTMLElement;
const download = (name = 'Download CSV') => screen.getAllByRole('button', { name })[0] as HTMLElement;

beforeEach(() => {
  Object.assign(URL, { createObjectURL: vi.fn(() => 'blob:csv'), revokeObjectURL: vi.fn() });
});

test('an entry links to its subject, as long as that exists', async () => {
  const order: Partial<ActivityEntry> = {
    kind: 'workOrder',
    kindLabel: 'Work order',
    subjectName: 'Tear-off',
    route: '/app/work_order/9',
  };
  mockServer({
    ...always,
    'GET /api/activity': aPage([
      anEntry(2, order),
      anEntry(1, { ...order, subjectName: 'Gone', route: null }),
    ]),
  });
  open();
  expect(await screen.findByRole('link', { name: 'Work order: Tear-off' })).toHaveAttribute(
    'href',
    '/app/work_order/9',
  );
  expect(screen.getByText('Work order: Gone')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Gone/ })).toBeNull();
});

test('a chosen kind filters the log, and is in the address so that a link shows the same', async () => {
  mockServer({
    ...always,
    'GET /api/activity': aPage([anEntry(2), anEntry(1)]),
    'GET /api/activity?kind=workOrder': aPage([anEntry(1, { sentence: 'Luis signed.' })]),
  });
  const { user, router } = open();
  await screen.findByText(/the job 2/);
  await user.click(screen.getByRole('combobox', { name: 'Type' }));
  await user.click(await screen.findByRole('option', { name: 'Work order' }));
  expect(await screen.findByText('Luis signed.')).toBeVisible();
  expect(screen.queryByText(/the job 2/)).toBeNull();
  expect(router.state.location.search).toBe('?kind=workOrder');
});

test('a link with person, dates and search term shows exactly these entries', async () => {
  const filters = `?actor=${jobId(501)}&from=2026-03-01&to=2026-03-07&text=ridge`;
  mockServer({ ...always, [`GET /api/activity${filters}`]: aPage([anEntry(1)]) });
  open(here + filters);
  expect(await screen.findByText(/the job 1/)).toBeVisible();
  expect(search()).toHaveValue('ridge');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Who' })).toHaveValue('Dalia Ortiz'));
  expect(screen.getByRole('button', { name: 'Days' })).toHaveTextContent('03/01/2026 – 03/07/2026');
});

test('a typed term is searched once typing pauses', async () => {
  const fetch = mockServer({
    ...always,
    'GET /api/activity': aPage([anEntry(2), anEntry(1)]),
    'GET /api/activity?text=gutter': aPage([anEntry(1)]),
  });
  open();
  await screen.findByText(/the job 2/);
  for (const value of ['g', 'gutt', 'gutter']) fireEvent.change(search(), { target: { value } });
  await waitFor(() => expect(screen.queryByText(/the job 2/)).toBeNull());
  expect(fetch.mock.calls.filter(([path]) => path.includes('text='))).toHaveLength(1);
});

test('filters without a match show so, and one press clears them', async () => {
  mockServer({
    ...always,
    'GET /api/activity': aPage([anEntry(1)]),
    'GET /api/activity?action=signed': aPage([]),
  });
  const { user, router } = open(`${here}?action=signed`);
  const nothing = (await screen.findByText('No entries match')).parentElement as HTMLElement;
  await user.click(within(nothing).getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText(/the job 1/)).toBeVisible();
  expect(router.state.location.search).toBe('');
});

test('an address with an invalid date shows what is wrong, and how to continue', async () => {
  mockServer({
    ...always,
    'GET /api/activity': aPage([anEntry(1)]),
    'GET /api/activity?from=yesterday': refusal(422, 'validation', 'Choose a day.'),
  });
  const { user } = open(`${here}?from=yesterday`);
  const wrong = (await screen.findByText('Choose a day.')).parentElement as HTMLElement;
  await user.click(within(wrong).getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText(/the job 1/)).toBeVisible();
});

test('the file has the filtered entries, under the name from the server', async () => {
  const csv = new Response('When,Who', {
    headers: { 'content-disposition': 'attachment; filename="activity.csv"' },
  });
  mockServer({
    ...always,
    'GET /api/activity?kind=job': aPage([anEntry(1)]),
    'GET /api/activity/export?kind=job': csv,
  });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user } = open(`${here}?kind=job`);
  await screen.findByText(/the job 1/);
  await user.click(download());
  await waitFor(() => expect(saved).toEqual(['activity.csv']));
});

test('a file that cannot be fetched shows an error, and nothing is saved', async () => {
  mockServer({
    ...always,
    'GET /api/activity': aPage([anEntry(1)]),
    'GET /api/activity/export': refusal(500, 'internal', 'inside'),
  });
  const { user } = open();
  await screen.findByText(/the job 1/);
  await user.click(download());
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('The history could not be loaded.');
});

test('earlier entries load page by page, with the same filters', async () => {
  mockServer({
    ...always,
    'GET /api/activity?kind=job': aPage([anEntry(2)], 'entry-2'),
    'GET /api/activity?kind=job&before=entry-2': aPage([anEntry(1)]),
  });
  const { user } = open(`${here}?kind=job`);
  await user.click(await screen.findByRole('button', { name: 'Show earlier' }));
  expect(await screen.findByText(/the job 1/)).toBeVisible();
  expect(screen.getByText(/the job 2/)).toBeVisible();
});

test('only an admin can read the activity of the company', async () => {
  const fetch = mockServer({ ...always, 'GET /api/activity': aPage([anEntry(1)]) });
  open(here, signedIn({ userType: 'member' }));
  expect(await screen.findByText('elsewhere')).toBeVisible();
  expect(fetch).not.toHaveBeenCalled();
  cleanup();
  open(here, signedIn({}, { companyType: 'subcontractor' }));
  expect(await screen.findByText(/the job 1/)).toBeVisible();
});

test('the page is in Spanish for a Spanish-speaking user', async () => {
  setLanguage('spanish');
  mockServer({ ...always, 'GET /api/activity': aPage([]) });
  open(here, signedIn({ language: 'spanish' }));
  expect(await screen.findByText('Aún no hay cambios')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Actividad' })).toBeVisible();
  expect(download('Descargar CSV')).toBeVisible();
});
