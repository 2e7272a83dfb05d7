import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { newQueryClient } from '@/api/queryClient';
import { setLanguage } from '@/i18n';
import { aJob } from '@/testing/aJob';
import { aCustomer } from '@/testing/anAppointment';
import { stubLayout } from '@/testing/layout';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { downloadList } from '@/testing/savedFiles';

import { CustomersScreen } from './CustomersScreen';

const path = '/app/jobs/customers';
const list = 'GET /api/customers/find';
const create = 'POST /api/customers/create';
const erik = {
  ...aCustomer,
  id: '0199a000-0000-7000-8000-000000800002',
  firstName: 'Erik',
  lastName: 'Peña',
  company: 'Ellery HOA',
  phone: '720-555-0110',
  address: null,
  city: 'Arvada',
};
const onFile = {
  [list]: { customers: [erik, aCustomer] },
  'GET /api/jobs/myJobs/contractor': { jobs: [aJob(1, { jobCustomer: erik.id }), aJob(2)] },
};

function open({ at = path, profile = signedIn(), answers = {}, queries = newQueryClient() } = {}) {
  const fetch = mockServer({ ...onFile, ...answers });
  return { fetch, ...renderIn(() => <CustomersScreen />, { profile, at, path, queries }) };
}

beforeEach(stubLayout);
afterEach(() => vi.restoreAllMocks());

const row = async (name: string) => (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((each) => within(each).getByRole('link').ariaLabel);

describe('the customers', () => {
  it('are listed with phone, company, address and number of jobs', async () => {
    open();
    const cells = within(await row('Erik Peña'));
    const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(columns.slice(0, 4)).toEqual(['First Name', 'Last Name', 'Phone Number', 'Company']);
    expect(cells.getByText('720-555-0110')).toBeVisible();
    expect(cells.getByText('Ellery HOA')).toBeVisible();
    expect(cells.getByText('Arvada, CO 80214')).toBeVisible();
    expect(await cells.findByText('1')).toBeVisible();
    expect(within(await row('Hannah Whitaker')).getByText('0')).toBeVisible();
  });

  it('are found without accents and capitals, by a part of any field', async () => {
    const { user, router } = open();
    await row('Erik Peña');
    // One is in the toolbar of a desktop, one in the header of a phone; jsdom without style sheets shows both.
    const [search] = screen.getAllByRole('searchbox', { name: 'Search customers' }) as [HTMLElement];
    await user.type(search, 'pena');
    await waitFor(() => expect(names()).toEqual(['Erik Peña']));
    await waitFor(() => expect(router.state.location.search).toBe('?q=pena'));
    await user.clear(search);
    await user.type(search, 'depew whit');
    await waitFor(() => expect(names()).toEqual(['Hannah Whitaker']));
  });

  it('that do not match the search are shown again with one press', async () => {
    const { user } = open({ at: `${path}?q=zzz` });
    expect(await screen.findByRole('heading', { name: 'No customer matches' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await row('Erik Peña')).toBeVisible();
  });

  it('that could not be fetched show an error, and are fetched again on a press', async () => {
    const queries = newQueryClient();
    queries.setDefaultOptions({ queries: { retry: false } });
    const { user } = open({ answers: { [list]: refusal(500, 'internal', 'inside') }, queries });
    const message = 'There was an error fetching your customers.';
    expect(await screen.findByRole('heading', { name: message })).toBeVisible();
    mockServer(onFile);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('Erik Peña')).toBeVisible();
  });

  it('of a company without any show how to add one', async () => {
    const { user, router } = open({ answers: { [list]: { customers: [] } } });
    const empty = await screen.findByRole('heading', { name: 'No customers yet' });
    const add = within(empty.parentElement as HTMLElement).getByRole('button', { name: 'New customer' });
    await user.click(add);
    expect(await screen.findByRole('dialog', { name: 'New customer' })).toBeVisible();
    expect(router.state.location.search).toBe('?new=');
  });

  it('are for contractors: a subcontractor is redirected to the jobs and fetches none', async () => {
    const { router, fetch } = open({ profile: signedIn({}, { companyType: 'subcontractor' }) });
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs'));
    expect(fetch.mock.calls.some(([called]) => called.includes('customers'))).toBe(false);
  });

  it('are shown in Spanish', async () => {
    setLanguage('spanish');
    open();
    expect(await screen.findByRole('columnheader', { name: 'Apellido' })).toBeVisible();
  });
});

describe('the form of a new customer', () => {
  const at = `${path}?new`;
  const press = () => screen.getByRole('button', { name: 'Create customer' });

  it('shows missing fields in a summary and at each field, and sends nothing', async () => {
    const { user, fetch } = open({ at });
    await user.type(await screen.findByLabelText(/^First name/), 'Erik');
    await user.click(press());
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Must include a first name, last name, and valid phone number',
    );
    expect(screen.getByText('Enter a last name')).toBeVisible();
    expect(screen.getByText('Enter a phone number')).toBeVisible();
    expect(screen.getByLabelText(/^Last name/)).toHaveFocus();
    expect(fetch.mock.calls.some(([, init]) => init?.method === 'POST')).toBe(false);
  });

  it('refuses a phone number that cannot be called, with an example', async () => {
    const { user, fetch } = open({ at });
    await user.type(await screen.findByLabelText(/^First name/), 'Erik');
    await user.type(screen.getByLabelText(/^Last name/), 'Lindqvist');
    await user.type(screen.getByLabelText(/^Phone/), '720-555-01');
    await user.click(press());
    expect(
      screen.getByText('Incorrect phone number formatting. Try something like "555-555-5555"'),
    ).toBeVisible();
    expect(fetch.mock.calls.some(([, init]) => init?.method === 'POST')).toBe(false);
  });

  it('opens the new customer, and fetches the list again', async () => {
    const made = { ...erik, id: '0199a000-0000-7000-8000-000000800003', lastName: 'Lindqvist' };
    const { user, router, fetch } = open({ at, answers: { [create]: { customer: made } } });
    await row('Erik Peña');
    await user.type(screen.getByLabelText(/^First name/), 'Erik');
    await user.type(screen.getByLabelText(/^Last name/), 'Lindqvist');
    await user.type(screen.getByLabelText(/^Phone/), '720 555 0110');
    await user.click(press());
    await waitFor(() => expect(router.state.location.pathname).toBe(`${path}/${made.id}`));
    expect(await screen.findByText('Erik Lindqvist was added to your customers.')).toBeVisible();
    const listCalls = () => fetch.mock.calls.filter(([called]) => called === '/api/customers/find');
    await waitFor(() => expect(listCalls()).toHaveLength(2));
    expect(lastRequestTo(fetch, '/api/customers/create')).toMatchObject({
      firstName: 'Erik',
      phone: '720 555 0110',
    });
  });

  it('keeps what was typed when the server fails', async () => {
    const { user, fetch } = open({ at, answers: { [create]: refusal(500, 'internal', 'inside') } });
    await user.type(await screen.findByLabelText(/^First name/), 'Erik');
    await user.type(screen.getByLabelText(/^Last name/), 'Lindqvist');
    await user.type(screen.getByLabelText(/^Phone/), '7205550110');
    await user.click(press());
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'There was an issue creating your customer.',
    );
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.getByLabelText(/^Last name/)).toHaveValue('Lindqvist');
    expect(lastRequestTo(fetch, '/api/customers/create')).toMatchObject({ lastName: 'Lindqvist' });
  });

  it('is disabled for a member, and shows why', async () => {
    open({ at, profile: signedIn({ userType: 'member' }) });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Only admin accounts can create new customers',
    );
    expect(screen.getByLabelText(/^First name/)).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Create customer' })).toBeNull();
  });
});

test('the customers that the search leaves are saved as a file with the columns of the table', async () => {
  const { user } = open({ at: `${path}?q=pena` });
  await within(await row('Erik Peña')).findByText('1');
  const { list: name, lines } = await downloadList(user);
  expect(name).toBe('customers');
  expect(lines).toEqual([
    'First Name,Last Name,Phone Number,Company,Address,Jobs',
    'Erik,Peña,720-555-0110,Ellery HOA,"Arvada, CO 80214",1',
  ]);
});
