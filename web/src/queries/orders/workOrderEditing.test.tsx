import type { WorkOrder, WorkOrderItem, WorkOrderItemForm } from '@bindings';
import { act } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { jobId } from '@/testing/aJob';
import { pass, show } from '@/testing/liveHook';

import { useWorkOrderEditing } from './workOrderEditing';

const path = '/api/work_orders';
const form: WorkOrderItemForm = { title: 'Pipe boots', description: '', quantity: 5, unitCost: 35 };
const order: WorkOrder = {
  id: jobId(90),
  title: '#2418-1',
  jobId: jobId(2418),
  orderItems: [],
  itemsVersion: 2,
  signOffs: [],
  total: 0,
  dateInserted: '2026-06-01T12:00:00Z',
  sends: [],
};
const item: WorkOrderItem = {
  id: jobId(903),
  title: 'Pipe boots',
  description: null,
  quantity: 5,
  unitCost: 35,
  workOrderId: order.id,
  lineTotal: 175,
};

let editing: ReturnType<typeof useWorkOrderEditing>;

function Editing() {
  const offered = useWorkOrderEditing(order);
  useEffect(() => {
    editing = offered;
  }, [offered]);
  return '';
}

test('a change of one’s own that is still being stored is no conflict with the next one', async () => {
  vi.useFakeTimers();
  await show(Editing, {
    [`DELETE ${path}/item/delete/${jobId(902)}`]: { id: jobId(902), itemsVersion: 3 },
    [`POST ${path}/addItem`]: { item, itemsVersion: 4 },
    [`POST ${path}/updateItem`]: { item, itemsVersion: 6 },
  });
  const bodies = () => vi.mocked(fetch).mock.calls.map(([, init]) => init?.body);
  const versions = () =>
    bodies().flatMap((body) => (typeof body === 'string' ? [JSON.parse(body).itemsVersion] : []));
  await act(async () => {
    void editing.removeItem(jobId(902));
    void editing.addItem(form, 2);
  });
  await pass(50);
  expect(versions()).toEqual([3]);
  // Version 5 is someone else's, so that the user has seen only 4.
  await act(async () => void editing.updateItem(item.id, { ...form, quantity: 6 }, 2));
  await pass(50);
  await act(async () => void editing.updateItem(item.id, { ...form, quantity: 7 }, 2));
  await pass(50);
  expect(versions()).toEqual([3, 4, 4]);
});
