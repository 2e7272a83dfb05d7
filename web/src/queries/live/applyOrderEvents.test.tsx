import type { WorkOrder } from '@bindings';
import { act } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { usePurchaseOrderChanges, usePurchaseOrders } from '@/queries/orders/purchaseOrders';
import { useWorkOrderEditing } from '@/queries/orders/workOrderEditing';
import { useWorkOrder, useWorkOrders } from '@/queries/orders/workOrders';
import { jobId } from '@/testing/aJob';
import { aPurchaseOrder } from '@/testing/aPurchaseOrder';
import { drawn, held, pass, show, shown } from '@/testing/liveHook';
import { refusal, signedIn } from '@/testing/render';

beforeEach(() => {
  vi.useFakeTimers();
  drawn.length = 0;
});

const anOrder = (change: Partial<WorkOrder> = {}): WorkOrder => ({
  id: jobId(50),
  title: '#1-1',
  jobId: jobId(1),
  orderItems: [],
  itemsVersion: 0,
  signOffs: [],
  total: 0,
  dateInserted: '2026-06-01T12:00:00Z',
  sends: [],
  ...change,
});
const signature = (name: string) => ({
  id: jobId(60),
  userId: signedIn().user.id,
  firstName: name,
  lastName: 'V',
  name: null,
  viaLink: false,
  signedAt: '2026-06-01T12:00:00Z',
  changedSince: false,
});
let work: ReturnType<typeof useWorkOrderEditing>;

test('a work order that the other company signs or deletes shows at once in its list and on its page', async () => {
  const list = `GET /api/work_orders/job/${jobId(1)}`;
  const one = `GET /api/work_orders/single/${jobId(50)}`;
  const Orders = () => {
    const { order, error } = useWorkOrder(jobId(50));
    const offered = useWorkOrderEditing(order ?? anOrder());
    useEffect(() => {
      work = offered;
    });
    const names = order?.signOffs.map(({ firstName }) => firstName).join('+');
    return `${useWorkOrders(jobId(1)).data?.length} ${error === null ? names : 'gone'}`;
  };
  const { emit, answers } = await show(Orders, { [list]: { orders: [] }, [one]: { order: anOrder() } });
  await emit('work_order', anOrder());
  expect(shown()).toBe('1 ');
  await emit('work_order', anOrder({ signOffs: [signature('Luis')] }));
  expect(shown()).toBe('1 Luis');
  await emit('work_order', anOrder());

  drawn.length = 0;
  const go = held({ newSignOff: signature('Marisol') });
  await act(async () => void work.sign());
  await emit('work_order', anOrder());
  expect(shown()).toBe('1 Marisol');
  answers[one] = { order: anOrder({ signOffs: [signature('Marisol')] }) };
  answers[list] = { orders: [anOrder({ signOffs: [signature('Marisol')] })] };
  await go();
  await pass(1_000);
  await emit('work_order', anOrder({ signOffs: [signature('Marisol')] }));
  expect(drawn.filter((text) => text !== '1 Marisol')).toEqual([]);

  delete answers[one];
  await emit('work_order_deleted', { id: jobId(50), jobId: jobId(1) });
  await pass(1_000);
  expect(shown()).toBe('0 gone');
});

let purchases: ReturnType<typeof usePurchaseOrderChanges>;

test('a newly chosen vendor does not flicker back when another user changes the order', async () => {
  const order = aPurchaseOrder({ vendorId: null });
  const list = `GET /api/purchase_orders/job/${order.jobId}`;
  const Orders = () => {
    const offered = usePurchaseOrderChanges();
    useEffect(() => {
      purchases = offered;
    });
    return (usePurchaseOrders(order.jobId, true).data ?? [])
      .map(({ title, vendorId }) => `${title} ${vendorId}`)
      .join();
  };
  const { emit, answers } = await show(Orders, { [list]: { orders: [order] } });
  answers[list] = { orders: [{ ...order, title: 'Drip edge' }] };
  await emit('purchase_order', { id: order.id, jobId: order.jobId });
  await pass(1_000);
  expect(shown()).toBe('Drip edge null');

  drawn.length = 0;
  const go = held({ order: { ...order, title: 'Drip edge', vendorId: 'v1' } });
  await act(async () => void purchases.chooseVendor({ ...order, title: 'Drip edge' }, 'v1'));
  await emit('purchase_order', { id: order.id, jobId: order.jobId });
  await pass(1_000);
  expect(shown()).toBe('Drip edge v1');
  answers[list] = { orders: [{ ...order, title: 'Drip edge', vendorId: 'v1' }] };
  await go();
  await pass(1_000);
  expect(new Set(drawn)).toEqual(new Set(['Drip edge v1']));

  answers[list] = { orders: [] };
  await emit('purchase_order_deleted', { id: order.id, jobId: order.jobId });
  await pass(1_000);
  expect(shown()).toBe('');
});

test('a refused choice is reverted, and changes that were ignored meanwhile are fetched', async () => {
  const order = aPurchaseOrder({ vendorId: null });
  const list = `GET /api/purchase_orders/job/${order.jobId}`;
  const Orders = () => {
    const offered = usePurchaseOrderChanges();
    useEffect(() => {
      purchases = offered;
    });
    return (usePurchaseOrders(order.jobId, true).data ?? [])
      .map(({ title, vendorId }) => `${title} ${vendorId}`)
      .join();
  };
  const { emit, answers } = await show(Orders, { [list]: { orders: [order] } });
  const go = held(refusal(403, 'forbidden', 'no'));
  await act(async () => void purchases.chooseVendor(order, 'v1').catch(() => undefined));
  answers[list] = { orders: [{ ...order, title: 'Drip edge' }] };
  await emit('purchase_order', { id: order.id, jobId: order.jobId });
  await pass(1_000);
  expect(shown()).toBe(`${order.title} v1`);
  await go();
  await pass(1_000);
  expect(shown()).toBe('Drip edge null');
});
