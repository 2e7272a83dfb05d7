import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { refusal, serverSays, showIn, signedIn } from '@/testing/show';

import { JobPurchaseOrders, JobWorkOrders } from './JobOrders';

const job = aJob(7);
const path = `GET /api/work_orders/job/${job.id}`;
const order = {
  id: jobId(90),
  jobId: job.id,
  title: '#2418-1',
  orderItems: [{ id: jobId(91) }, { id: jobId(92) }],
  signOffs: [{ id: jobId(93), firstName: 'Luis', lastName: 'Ríos' }],
  total: 7665.5,
  dateInserted: '2026-06-01T12:00:00Z',
};

test('the work orders of a job show what they come to and who signed', async () => {
  serverSays({ [path]: { orders: [order, { ...order, id: jobId(94), title: '#2418-2', signOffs: [] }] } });
  showIn(() => <JobWorkOrders job={job} />, { profile: signedIn() });
  const [, first, second] = await screen.findAllByRole('row');
  expect(first).toHaveTextContent('#2418-12$7,665.50Luis Ríos');
  expect(second).toHaveTextContent('Nobody yet');
});

test('orders that cannot be had say so and can be asked for again', async () => {
  const down = refusal(500, 'internal', 'inside');
  serverSays({ [`GET /api/purchase_orders/job/${job.id}`]: down });
  showIn(() => <JobPurchaseOrders job={job} />, { profile: signedIn() });
  expect(
    await screen.findByText('There was an issue fetching purchase orders', undefined, { timeout: 15_000 }),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
}, 20_000);
