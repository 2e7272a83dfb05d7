import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { downloadList } from '@/testing/savedFiles';

import { JobWorkOrders } from './JobWorkOrders';

const job = aJob(2418);
const path = `GET /api/work_orders/job/${job.id}`;
const signOff = {
  id: jobId(93),
  userId: jobId(96),
  firstName: 'Luis',
  lastName: 'Ríos',
  signedAt: '2026-06-11T15:52:00Z',
  changedSince: false,
};
const order = {
  id: jobId(90),
  jobId: job.id,
  title: '#2418-1',
  orderItems: [{ id: jobId(91) }, { id: jobId(92) }],
  signOffs: [signOff],
  total: 7665.5,
  dateInserted: '2026-06-01T12:00:00Z',
};
const second = {
  ...order,
  id: jobId(94),
  title: 'Gutters',
  signOffs: [{ ...signOff, changedSince: true }],
};

const open = (profile = signedIn()) => renderIn(() => <JobWorkOrders job={job} />, { profile });
/** The title of the new order, once the next free one is known. */
const title = () =>
  waitFor(() => {
    const field = screen.getByRole('textbox', { name: 'New work order' });
    expect(field).not.toHaveValue('');
    return field;
  });

test('the work orders of a job show their totals, who signed, and which signatures are outdated', async () => {
  mockServer({ [path]: { orders: [order, second, { ...order, id: jobId(95), signOffs: [] }] } });
  open();
  const [, first, changed, third] = await screen.findAllByRole('row');
  expect(first).toHaveTextContent('#2418-12$7,665.50LRLuis RíosOpen');
  expect(changed).toHaveTextContent('Luis RíosChanged since signed');
  expect(third).toHaveTextContent('Nobody yet');
  expect(screen.getByRole('link', { name: 'Gutters' })).toHaveAttribute(
    'href',
    `/app/work_order/${second.id}`,
  );
});

test('a new order gets the next free title without typing it, and opens', async () => {
  const newWorkOrder = { ...order, id: jobId(97), title: '#2418-2', orderItems: [], signOffs: [] };
  const fetch = mockServer({
    [path]: { orders: [order, second] },
    'POST /api/work_orders/create': { newWorkOrder },
  });
  const { user, router } = open();
  expect(await title()).toHaveValue('#2418-2');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/app/work_order/${newWorkOrder.id}`));
  expect(lastRequestTo(fetch, '/api/work_orders/create')).toEqual({ title: '#2418-2', jobId: job.id });
});

test('an order without a title is not created, and the field shows why', async () => {
  const fetch = mockServer({ [path]: { orders: [] } });
  const { user } = open();
  await user.clear(await title());
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(screen.getByText('Must provide a title')).toBeVisible();
  expect(lastRequestTo(fetch, '/api/work_orders/create')).toBeNull();
});

test('a typed title stays when the order could not be created', async () => {
  const down = refusal(500, 'internal', 'inside');
  mockServer({ [path]: { orders: [] }, 'POST /api/work_orders/create': down });
  const { user } = open();
  const field = await title();
  await user.clear(field);
  await user.type(field, 'Garage');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('We could not save that.');
  expect(screen.getByLabelText('New work order')).toHaveValue('Garage');
});

test('an order is deleted only after a confirmation that names it, and is restored when that fails', async () => {
  const deletion = `DELETE /api/work_orders/delete/${second.id}`;
  const fetch = mockServer({
    [path]: { orders: [order, second] },
    [deletion]: refusal(500, 'internal', 'inside'),
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Delete: Gutters' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Are you sure?The work order “Gutters” will be deleted');
  expect(fetch.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(false);
  await user.click(within(question).getByRole('button', { name: 'Yes, remove it!' }));
  expect(await screen.findByText('There was an issue deleting this work order.')).toBeVisible();
  expect(screen.getByText('Gutters')).toBeInTheDocument();
});

test('a deleted order leaves the list', async () => {
  const answers: Record<string, unknown> = {
    [path]: { orders: [order, second] },
    [`DELETE /api/work_orders/delete/${second.id}`]: { id: second.id },
  };
  mockServer(answers);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Delete: Gutters' }));
  answers[path] = { orders: [order] };
  await user.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
  await waitFor(() => expect(screen.queryByText('Gutters')).toBeNull());
  expect(screen.getByText('#2418-1')).toBeVisible();
});

test('a member can read the orders and sees why none can be created or deleted', async () => {
  mockServer({ [path]: { orders: [order] } });
  open(signedIn({ userType: 'member' }));
  expect(await title()).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Create' })).toHaveAccessibleDescription(
    'Must be an admin user to perform this action.',
  );
  expect(screen.getByRole('button', { name: 'Delete: #2418-1' })).toHaveAttribute('aria-disabled', 'true');
});

test('a subcontractor can open the orders, and cannot create or delete any', async () => {
  mockServer({ [path]: { orders: [order] } });
  open(signedIn({}, { companyType: 'subcontractor', id: jobId(99) }));
  expect(await screen.findByRole('link', { name: 'Open' })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Create|Delete/ })).toBeNull();
});

test('the work orders of a job are saved with their totals and signers', async () => {
  mockServer({ [path]: { orders: [order, { ...order, id: jobId(95), title: 'Gutters', signOffs: [] }] } });
  const { user } = open();
  await screen.findByRole('link', { name: 'Gutters' });
  const { list, lines } = await downloadList(user);
  expect(list).toBe('work-orders');
  expect(lines.slice(1)).toEqual(['#2418-1,2,7665.5,Luis Ríos', 'Gutters,2,7665.5,']);
});
