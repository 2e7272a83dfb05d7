import { act } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { anAnswer } from '@/queries/mutations/testing';
import { anItem, aPurchaseOrder, charcoal } from '@/testing/aPurchaseOrder';
import { pass, show, shown } from '@/testing/liveHook';
import { refusal } from '@/testing/render';

import { usePurchaseOrderChanges, usePurchaseOrders } from './purchaseOrders';

const order = aPurchaseOrder({ vendorId: null });
const path = '/api/purchase_orders';

let changes: ReturnType<typeof usePurchaseOrderChanges>;

/** The orders of the job, with total and vendor. */
function Orders() {
  const offered = usePurchaseOrderChanges();
  useEffect(() => {
    changes = offered;
  }, [offered]);
  const { data = [] } = usePurchaseOrders(order.jobId, true);
  return data.map(({ total, vendorId }) => `${total} ${vendorId}`).join();
}

test('products that could not be saved are reverted, and the vendor that was chosen meanwhile stays', async () => {
  vi.useFakeTimers();
  const list = `GET ${path}/job/${order.jobId}`;
  const { answers } = await show(Orders, { [list]: { orders: [order] } });
  expect(shown()).toBe(`${order.total} null`);
  answers[`PUT ${path}/update/vendor/${order.id}`] = { order: { ...order, vendorId: 'v1' } };
  const saving = anAnswer<Response>();
  const rest = globalThis.fetch;
  const fetch = vi.fn((calledPath: string, init?: RequestInit) =>
    calledPath.includes('updateOrderItems') ? saving.comes : rest(calledPath, init),
  );
  vi.stubGlobal('fetch', fetch);

  const message = changes.saveItems(order, [anItem(charcoal, 1)]).catch((failure: Error) => failure.message);
  await act(async () => void changes.chooseVendor(order, 'v1'));
  await pass(50);
  expect(shown()).toBe(`${charcoal.unitCost} v1`);

  answers[list] = { orders: [{ ...order, vendorId: 'v1' }] };
  saving.give(refusal(500, 'internal', 'inside'));
  await pass(50);
  expect(await message).toBe('There was an issue updating this purchase order.');
  expect(shown()).toBe(`${order.total} v1`);
  expect(fetch.mock.calls.filter(([calledPath]) => `GET ${calledPath}` === list)).toHaveLength(1);
});

test('products of an order that was sent are amended, so that its vendor is told', async () => {
  vi.useFakeTimers();
  const sent = aPurchaseOrder({ status: 'sent' });
  const list = `GET ${path}/job/${order.jobId}`;
  const amended = aPurchaseOrder({ status: 'sent', items: [anItem(charcoal, 2)], version: 4 });
  const { answers } = await show(Orders, {
    [list]: { orders: [sent] },
    [`POST ${path}/amend`]: { order: amended },
  });
  answers[list] = { orders: [amended] };
  await act(async () => void changes.saveItems(sent, [anItem(charcoal, 2)]));
  await pass(50);
  expect(shown()).toBe(`${amended.total} null`);
  const asked = vi.mocked(globalThis.fetch).mock.calls.find(([calledPath]) => calledPath === `${path}/amend`);
  expect(JSON.parse(asked?.[1]?.body as string)).toEqual({
    id: order.id,
    version: 3,
    items: [{ productId: charcoal.id, quantity: 2, purchaseOrderId: order.id }],
  });
});
