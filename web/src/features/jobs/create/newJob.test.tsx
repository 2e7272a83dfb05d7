import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { jobKeys } from '@/queries/jobs/jobsCache';
import { aJob, jobId } from '@/testing/aJob';
import { aCustomer } from '@/testing/anAppointment';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { NewJobPanel } from '../edit/NewJobPanel';
import { copyOf, formOf, valuesOf } from './newJobValues';

const create = '/api/jobs/create';
const crew = { id: jobId(800), name: 'Torch crew', crewMembers: [] };
const answers = {
  [`POST ${create}`]: { id: jobId(7) },
  'GET /api/customers/find': { customers: [aCustomer] },
  'GET /api/custom_crews/all': { crews: [crew] },
};

function open(more: Record<string, unknown> = {}, state?: object) {
  const fetch = mockServer({ ...answers, ...more });
  const shown = renderIn(() => <NewJobPanel base="/app/jobs" />, {
    profile: signedIn(),
    at: '/app/jobs/new',
  });
  shown.queries.setQueryData(jobKeys.list(), [
    aJob(1, { address: '1319 6th Ave N', city: 'Nashville', state: 'TN', zip: '37208' }),
  ]);
  if (state !== undefined) void shown.router.navigate('/app/jobs/new', { state });
  return { fetch, ...shown };
}

const title = () => screen.findByLabelText(/^Title/);
const address = () => screen.findByRole('textbox', { name: 'Address' });

/** At once and not letter by letter: each renders the whole form. */
const enter = (label: RegExp | string, value: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};

test('one press makes the customer and the scheduled job with all that was said on the phone', async () => {
  const { user, fetch } = open();
  const customer = await screen.findByRole('combobox', { name: 'Customer' });
  fireEvent.change(customer, { target: { value: 'Hannah Moss' } });
  await user.click(screen.getByRole('button', { name: 'New customer' }));
  expect(screen.getByLabelText(/^First name/)).toHaveValue('Hannah');
  enter(/^Phone/, '615 555 0184');
  enter(/^Title/, 'Moss re-roof');
  enter(/^City/, 'Nashville');
  enter(/^State/, 'TN');
  enter('Start Date', '06/09/2026');
  enter('Contract amount', '18500');
  enter('First note', 'The dog bites.');
  await user.click(screen.getByRole('button', { name: 'Create and schedule' }));
  await waitFor(() =>
    expect(lastRequestTo(fetch, create)).toEqual({
      title: 'Moss re-roof',
      address: '',
      city: 'Nashville',
      state: 'TN',
      zip: '',
      newCustomer: { firstName: 'Hannah', lastName: 'Moss', phone: '615 555 0184', company: '' },
      startDate: '2026-06-09',
      endDate: '2026-06-09',
      contractAmount: 18_500,
      note: 'The dog bites.',
    }),
  );
  expect(await screen.findByText("We've created your new job.")).toBeVisible();
});

test('a pasted address fills all its fields, and other text is pasted as it is', async () => {
  const { user } = open();
  await user.click(await address());
  await user.paste('123 Main St\nNashville, TN 37201');
  expect(await address()).toHaveValue('123 Main St');
  expect(screen.getByLabelText(/^City/)).toHaveValue('Nashville');
  expect(screen.getByLabelText(/^State/)).toHaveValue('TN');
  expect(screen.getByLabelText(/^Zip/i)).toHaveValue('37201');
  await user.clear(await address());
  await user.paste('behind the church');
  expect(await address()).toHaveValue('behind the church');
});

test('the address of an earlier job is offered, and fills all its fields', async () => {
  const { user } = open();
  await user.click(await address());
  await user.paste('6th ave 1319');
  await user.click(await screen.findByRole('button', { name: '1319 6th Ave N, Nashville, TN 37208' }));
  expect(await address()).toHaveValue('1319 6th Ave N');
  expect(screen.getByLabelText(/^City/)).toHaveValue('Nashville');
});

test('who calls again is recognized by the phone number and not made twice', async () => {
  const { user, fetch } = open();
  await screen.findByRole('combobox', { name: 'Customer' });
  await user.click(screen.getByRole('button', { name: 'New customer' }));
  enter(/^Phone/, aCustomer.phone);
  const name = `${aCustomer.firstName} ${aCustomer.lastName}`;
  await user.click(await screen.findByRole('button', { name: `Choose ${name}` }));
  expect(await title()).toHaveValue('Whitaker');
  expect(screen.getByLabelText(/^City/)).toHaveValue('Lakewood');
  await user.click(screen.getByRole('button', { name: 'Create job' }));
  await waitFor(() => expect(lastRequestTo(fetch, create)).toMatchObject({ jobCustomer: aCustomer.id }));
  expect(lastRequestTo(fetch, create)).not.toHaveProperty('newCustomer');
});

test('a crew that the server refuses is said at its field, and nothing typed is lost', async () => {
  const message = 'Choose one that belongs to your company.';
  const fields = [{ field: 'customCrewId', code: 'choice', message }];
  const { user } = open({ [`POST ${create}`]: refusal(422, 'validation', 'Please check.', fields) });
  await title();
  enter(/^Title/, 'Moss re-roof');
  enter(/^City/, 'Nashville');
  enter(/^State/, 'TN');
  await user.click(screen.getByRole('combobox', { name: /^Subcontractor, crew/ }));
  await user.click(await screen.findByRole('option', { name: 'Torch crew' }));
  enter('First note', 'The dog bites.');
  await user.click(screen.getByRole('button', { name: 'Create job' }));
  expect((await screen.findAllByText(message))[0]).toBeVisible();
  expect(screen.getByRole('combobox', { name: /^Subcontractor, crew/ })).toHaveFocus();
  expect(screen.getByLabelText('First note')).toHaveValue('The dog bites.');
});

test('a duplicate begins with what both jobs share, and says what it leaves out', async () => {
  const job = aJob(1, {
    title: 'Whitaker',
    contractAmount: 900,
    startDate: '2026-06-09',
    endDate: '2026-06-09',
  });
  const { fetch, user } = open({}, { copy: { of: job.title, values: copyOf(job) } });
  expect(await screen.findByText(/^Copied from “Whitaker”/)).toBeVisible();
  expect(await title()).toHaveValue('Whitaker');
  expect(screen.getByLabelText('Start Date')).toHaveValue('');
  enter(/^Title/, 'Whitaker garage');
  await user.click(screen.getByRole('button', { name: 'Create job' }));
  await waitFor(() =>
    expect(lastRequestTo(fetch, create)).toMatchObject({ title: 'Whitaker garage', contractAmount: 900 }),
  );
  expect(lastRequestTo(fetch, create)).not.toHaveProperty('jobNumber');
});

test('a refused job comes back into the form as it was sent', () => {
  const form = {
    title: 'Moss',
    address: '',
    city: 'Nashville',
    state: 'TN',
    zip: '',
    newCustomer: { firstName: 'Hannah', lastName: 'Moss', phone: '615-555-0184', company: '' },
    assign: { customCrewId: crew.id },
    startDate: '2026-06-09',
    endDate: '2026-06-10',
    tags: ['hail'],
    contractAmount: 5,
  };
  expect(formOf(valuesOf(form))).toEqual(form);
});

test('a template fills the form, ends the job after its working days, and comes along with one call', async () => {
  const hail = {
    id: jobId(60),
    name: 'Hail',
    title: 'Hail re-roof',
    note: 'Ask for the insurer.',
    color: '#aabbcc',
    contractAmount: 18_500,
    workdays: 2,
    tags: ['hail'],
    measurements: 1,
    orderRows: 3,
  };
  const { user, fetch } = open({
    'GET /api/job_templates/all': { templates: [hail] },
    'GET /api/company/workdays': { workdays: { weekdays: [1, 2, 3, 4, 5], holidays: [], hours: null } },
  });
  await user.click(await screen.findByRole('combobox', { name: 'From a template' }));
  await user.click(await screen.findByRole('option', { name: 'Hail' }));
  expect(await title()).toHaveValue('Hail re-roof');
  expect(screen.getByText('Also adds: measurements 1, rows of orders 3')).toBeVisible();
  enter(/^City/, 'Nashville');
  enter(/^State/, 'TN');
  // A Friday.
  enter('Start Date', '06/12/2026');
  expect(screen.getByLabelText('End Date')).toHaveValue('06/15/2026');
  await user.click(screen.getByRole('button', { name: 'Create and schedule' }));
  await waitFor(() =>
    expect(lastRequestTo(fetch, create)).toMatchObject({
      title: 'Hail re-roof',
      template: hail.id,
      color: '#aabbcc',
      contractAmount: 18_500,
      tags: ['hail'],
      note: 'Ask for the insurer.',
      startDate: '2026-06-12',
      endDate: '2026-06-15',
    }),
  );
});
