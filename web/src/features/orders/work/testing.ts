/** Work orders for tests, the page of one, and a server that mails them. */
import type { OrderSend, SignOff, WorkOrder, WorkOrderItem } from '@bindings';
import { screen } from '@testing-library/react';
import { aJob, jobId } from '@/testing/aJob';
import { aUser, refusal, renderIn, signedIn } from '@/testing/render';
import { slowForms } from '@/testing/slowForms';

import { WorkOrderScreen } from './WorkOrderScreen';

const orderId = jobId(90);

export const anItem = (number: number, change: Partial<WorkOrderItem> = {}): WorkOrderItem => ({
  id: jobId(900 + number),
  title: `Item ${number}`,
  description: null,
  quantity: 28.5,
  unitCost: 85,
  workOrderId: orderId,
  lineTotal: 2422.5,
  ...change,
});

export const aSignOff = (change: Partial<SignOff> = {}): SignOff => ({
  id: jobId(95),
  userId: jobId(96),
  firstName: 'Luis',
  lastName: 'Ríos',
  name: null,
  viaLink: false,
  signedAt: '2026-06-11T15:52:00Z',
  changedSince: false,
  ...change,
});

/** The signature of the signed-in user. */
export const mine = (change: Partial<SignOff> = {}): SignOff =>
  aSignOff({ id: jobId(97), userId: aUser.id, firstName: 'Marisol', lastName: 'Vega', ...change });

export const anOrder = (change: Partial<WorkOrder> = {}): WorkOrder => ({
  id: orderId,
  title: '#2418-1',
  jobId: jobId(2418),
  orderItems: [
    anItem(1, { title: 'Tear-off, two layers', description: 'Magnet sweep twice a day' }),
    anItem(2, { title: 'Replace decking', quantity: 8, unitCost: 62.5, lineTotal: 500 }),
  ],
  itemsVersion: 2,
  signOffs: [aSignOff()],
  total: 2922.5,
  dateInserted: '2026-06-01T12:00:00Z',
  sends: [],
  ...change,
});

export const aSend = (change: Partial<OrderSend> = {}): OrderSend => ({
  id: jobId(99),
  sentAt: '2026-06-12T16:05:00Z',
  subject: 'Halvorsen Roofing & Exteriors: #2418-1',
  message: null,
  fileName: 'work-order-2418-1.pdf',
  firstName: 'Marisol',
  lastName: 'Vega',
  recipients: [
    {
      email: 'luis@rios-brothers.example',
      name: 'Luis Ríos',
      state: 'taken',
      since: '2026-06-12T16:05:09Z',
      reason: null,
    },
  ],
  ...change,
});

/** Collects mail requests, and responds to each with the given status and body. */
export const mailRoom = (status: number, answer: unknown) => slowForms((mail) => mail.answer(status, answer));

export const order = anOrder();
/** The job of the order, not assigned yet. */
export const job = aJob(2418, { title: 'Whitaker re-roof' });

export const single = `GET /api/work_orders/single/${orderId}`;
/** The responses for the order and its job. */
export const known = (change: Record<string, unknown> = {}) => ({
  [single]: { order },
  [`GET /api/jobs/job/${job.id}`]: { info: job },
  ...change,
});

/** The page of the order. */
export const open = (profile = signedIn()) =>
  renderIn(WorkOrderScreen, { profile, at: `/app/work_order/${orderId}`, path: '/app/work_order/:id' });

export const press = (name: string) => screen.getByRole('button', { name });
export const down = () => refusal(500, 'internal', 'inside');
