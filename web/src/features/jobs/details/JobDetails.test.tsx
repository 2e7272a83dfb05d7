import type { Job } from '@bindings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useJob } from '@/queries/jobs/jobs';
import { aJob, jobId } from '@/testing/aJob';
import {
  aCompany,
  lastRequest,
  lastRequestTo,
  mockServer,
  refusal,
  renderIn,
  signedIn,
} from '@/testing/render';

import { JobDetails } from './JobDetails';

vi.mock('./JobLocation', () => ({ JobLocation: () => null }));

const hannah = {
  id: jobId(70),
  firstName: 'Hannah',
  lastName: 'Whitaker',
  company: null,
  phone: '303-555-0142',
  address: null,
  city: 'Littleton',
  state: 'CO',
  zip: null,
  companyId: aCompany.id,
};
const ines = { ...hannah, id: jobId(71), firstName: 'Inés', lastName: 'Peña', phone: '303-555-0177' };

const job = aJob(7, {
  contractAmount: 24_860,
  jobNumber: '2418',
  jobCustomer: hannah.id,
  inspectionNote: 'Decking soft along the west eave.',
  tags: [{ id: jobId(80), content: 'steep 8/12', jobId: jobId(7) }],
});
const read = {
  'GET /api/customers/find': { customers: [hannah, ines] },
};
const mine = (stored: Job) => ({ ...read, [`GET /api/jobs/job/${stored.id}`]: { info: stored } });

function Shown() {
  const { job: shown } = useJob(job.id);
  return shown === undefined ? null : <JobDetails job={shown} />;
}

async function open(profile = signedIn()) {
  const page = renderIn(() => <Shown />, { profile });
  await screen.findByText('Job number');
  return page;
}

const pencil = (name: string) => screen.getByRole('button', { name: `Edit: ${name}` });
const down = () => refusal(500, 'internal', 'inside');

test('a contract amount is sent alone, so that it overwrites no change of another user', async () => {
  const changed = { ...job, contractAmount: 25_100.5 };
  const fetch = mockServer({ ...mine(job), 'POST /api/jobs/contractAmount/update': { job: changed } });
  const { user } = await open();
  await user.click(pencil('Contract amount'));
  const field = screen.getByLabelText('Contract amount');
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.type(field, '25100.5');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('$25,100.50')).toBeVisible();
  expect(lastRequest(fetch)).toEqual({ contractAmount: 25_100.5, jobId: job.id });
  expect(await screen.findByText("We've updated this job.")).toBeVisible();
});

test('a change by another admin meanwhile is preserved beside the user’s own', async () => {
  const changed = { ...job, contractAmount: 25_000, jobNumber: '2418-B' };
  mockServer({ ...mine(job), 'POST /api/jobs/contractAmount/update': { job: changed } });
  const { user } = await open();
  await user.click(pencil('Contract amount'));
  const field = screen.getByLabelText('Contract amount');
  await user.clear(field);
  await user.type(field, '25000{Enter}');
  expect(await screen.findByText('2418-B')).toBeVisible();
  expect(screen.getByText('$25,000.00')).toBeVisible();
});

test('an amount with three decimals is not sent, and the field shows why', async () => {
  const fetch = mockServer(mine(job));
  const { user } = await open();
  await user.click(pencil('Contract amount'));
  await user.type(screen.getByLabelText('Contract amount'), '.125');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByLabelText('Contract amount')).toBeInvalid();
  expect(fetch.mock.calls.some(([path]) => path.includes('contractAmount'))).toBe(false);
});

test('an amount that could not be stored is reverted, and is in the field again', async () => {
  mockServer({ ...mine(job), 'POST /api/jobs/contractAmount/update': down() });
  const { user } = await open();
  await user.click(pencil('Contract amount'));
  const field = screen.getByLabelText('Contract amount');
  await user.clear(field);
  await user.type(field, '31000');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const oops = await screen.findByRole('alertdialog');
  expect(oops).toHaveTextContent('There was an issue updating your contract amount.');
  await user.click(within(oops).getByRole('button', { name: 'OK' }));
  expect(screen.getByLabelText('Contract amount')).toHaveValue('31,000');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('$24,860.00')).toBeVisible();
});

test('an inspection note that could not be stored is not lost', async () => {
  mockServer({ ...mine(job), 'POST /api/jobs/update/inspectionNote': down() });
  const { user } = await open();
  await user.click(pencil('Inspection note'));
  await user.type(screen.getByLabelText('Inspection note'), ' Allow six sheets.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('There was an issue updating this job.');
  expect(screen.getByLabelText('Inspection note')).toHaveValue(
    'Decking soft along the west eave. Allow six sheets.',
  );
});

test('an inspection note has a counter, and 301 characters are not sent', async () => {
  const fetch = mockServer(mine({ ...job, inspectionNote: 'ñ'.repeat(299) }));
  const { user } = await open();
  await user.click(pencil('Inspection note'));
  expect(screen.getByText('299 / 300')).toBeVisible();
  await user.type(screen.getByLabelText('Inspection note'), 'xx');
  expect(screen.getByText('301 / 300')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByLabelText('Inspection note')).toBeInvalid();
  expect(fetch.mock.calls.some(([path]) => path.includes('inspectionNote'))).toBe(false);
});

test('an unchanged job number sends no request', async () => {
  const fetch = mockServer(mine(job));
  const { user } = await open();
  await user.click(pencil('Job number'));
  await user.type(screen.getByLabelText('Job number'), '{Enter}');
  expect(screen.getByText('2418')).toBeVisible();
  expect(pencil('Job number')).toHaveFocus();
  expect(fetch.mock.calls.every(([, init]) => (init?.method ?? 'GET') === 'GET')).toBe(true);
});

test('a customer is found without typing the accent, and chosen', async () => {
  const changed = { ...job, jobCustomer: ines.id };
  const fetch = mockServer({ ...mine(job), 'POST /api/jobs/update/customer': { job: changed } });
  const { user } = await open();
  expect(await screen.findByText('Hannah Whitaker')).toBeVisible();
  expect(screen.getByRole('link', { name: '303-555-0142' })).toHaveAttribute('href', 'tel:303-555-0142');
  await user.click(pencil('Customer'));
  const field = await screen.findByRole('combobox', { name: 'Customer' });
  await user.clear(field);
  await user.type(field, 'pena');
  const found = await screen.findAllByRole('option');
  expect(found).toHaveLength(1);
  await user.click(found[0] as HTMLElement);
  expect(await screen.findByText('Inés Peña')).toBeVisible();
  expect(lastRequest(fetch)).toEqual({ jobCustomer: ines.id, jobId: job.id });
});

test('a new customer is created without leaving the job, and is chosen', async () => {
  const walt = { ...ines, id: jobId(909), firstName: 'Walt', lastName: 'Jessup' };
  const changed = { ...job, jobCustomer: walt.id };
  const fetch = mockServer({
    ...mine(job),
    'POST /api/customers/create': { customer: walt },
    'POST /api/jobs/update/customer': { job: changed },
  });
  const { user } = await open();
  await screen.findByText('Hannah Whitaker');
  await user.click(pencil('Customer'));
  await user.click(await screen.findByRole('link', { name: 'create new' }));
  await user.type(await screen.findByLabelText(/^First name/), 'Walt');
  await user.type(screen.getByLabelText(/^Last name/), 'Jessup');
  await user.type(screen.getByLabelText(/^Phone/), '3035550190');
  await user.click(screen.getByRole('button', { name: 'Create customer' }));
  const sent = () => lastRequestTo(fetch, '/api/jobs/update/customer');
  await waitFor(() => expect(sent()).toEqual({ jobCustomer: walt.id, jobId: job.id }));
});

test('a customer is removed from the job only by the button for it', async () => {
  const changed = { ...job, jobCustomer: null };
  const fetch = mockServer({ ...mine(job), 'POST /api/jobs/update/customer': { job: changed } });
  const { user } = await open();
  await screen.findByText('Hannah Whitaker');
  await user.click(pencil('Customer'));
  await user.clear(await screen.findByRole('combobox', { name: 'Customer' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('Hannah Whitaker')).toBeVisible();
  await user.click(pencil('Customer'));
  await user.click(await screen.findByRole('button', { name: 'Remove customer' }));
  expect(await screen.findByText('No customer yet')).toBeVisible();
  expect(lastRequest(fetch)).toEqual({ jobCustomer: null, jobId: job.id });
});

test('a customer that could not be stored is reverted to the previous one', async () => {
  mockServer({ ...mine(job), 'POST /api/jobs/update/customer': down() });
  const { user } = await open();
  await screen.findByText('Hannah Whitaker');
  await user.click(pencil('Customer'));
  await user.click(await screen.findByRole('combobox', { name: 'Customer' }));
  await user.click(await screen.findByRole('option', { name: /Inés Peña/ }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('There was an issue updating this job.');
  expect(screen.getByText('Hannah Whitaker')).toBeInTheDocument();
});

test('a member can read everything and sees why nothing can be changed', async () => {
  mockServer(mine(job));
  const { user } = await open(signedIn({ userType: 'member' }));
  expect(pencil('Contract amount')).toHaveAccessibleDescription(
    'Only admin contractors can update this value.',
  );
  await user.click(pencil('Contract amount'));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('button', { name: 'Add tag' })).toHaveAccessibleDescription('Unauthorized');
  expect(screen.queryByRole('button', { name: 'Remove tag: steep 8/12' })).toBeNull();
  expect(await screen.findByText('Hannah Whitaker')).toBeVisible();
});

test('a subcontractor sees neither customer nor contract amount, and fetches no customers', async () => {
  const fetch = mockServer(mine({ ...job, contractAmount: null, jobCustomer: null }));
  await open(signedIn({}, { companyType: 'subcontractor', id: jobId(99) }));
  expect(screen.getByText('Decking soft along the west eave.')).toBeVisible();
  expect(screen.queryByText('Contract amount')).toBeNull();
  expect(screen.queryByText('Customer')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Edit:/ })).toBeNull();
  expect(fetch.mock.calls.some(([path]) => path.includes('customers'))).toBe(false);
});
