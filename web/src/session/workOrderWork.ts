/** What is done on one work order: its items, and who agrees to it. Each shows at once and comes back when it fails. */
import type {
  SignOff,
  SignWorkOrder,
  WorkOrder,
  WorkOrderItem,
  WorkOrderItemForm,
  WorkOrderItemId,
} from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { lineTotal } from '@/wasm/rules';

import { send } from './jobChange';
import { idOnItsWay } from './onItsWay';
import { useSession } from './session';
import type { OrderChange } from './workOrderOverlay';
import { runOrderChange } from './workOrders';

const path = '/api/work_orders';

type Kept = Pick<WorkOrder, 'itemsVersion'> & { item: WorkOrderItem };
const kept = ({ item, itemsVersion }: Kept): OrderChange => ({ item, itemsVersion });

/** An item as it will be, once the server has stored a form that passed its check. */
function itemOf(order: WorkOrder, id: WorkOrderItemId, form: WorkOrderItemForm): WorkOrderItem {
  const quantity = form.quantity ?? 0;
  const unitCost = form.unitCost ?? 0;
  return {
    id,
    title: form.title.trim(),
    description: form.description.trim() || null,
    quantity,
    unitCost,
    workOrderId: order.id,
    lineTotal: lineTotal(unitCost, quantity),
  };
}

/** Adding, changing and deleting items, signing and taking the signature back. Each rejects with an `ApiFailure`. */
export function useWorkOrderWork(order: WorkOrder) {
  const queries = useQueryClient();
  const { user } = useSession();
  const { id: userId, firstName, lastName } = user;
  return useMemo(() => {
    const change = <T>(shown: OrderChange, work: () => Promise<T>, taken: (answer: T) => OrderChange) =>
      runOrderChange(queries, order, shown, work, taken);
    const unsign = () =>
      send({ method: 'DELETE', path: `${path}/sign/${order.id}`, broken: 'signOffFailed' });
    // Nobody agrees to items that were changed after they looked.
    const body: SignWorkOrder = { orderId: order.id, itemsVersion: order.itemsVersion };
    const sign = () => send<{ newSignOff: SignOff }>({ path: `${path}/sign`, body, broken: 'signOffFailed' });
    /** The signature as it shows until the server has dated it. */
    const mine = (): SignOff => ({
      id: idOnItsWay(),
      userId,
      firstName,
      lastName,
      signedAt: new Date().toISOString(),
      changedSince: false,
    });
    const signedBy = ({ newSignOff }: { newSignOff: SignOff }): OrderChange => ({ signed: newSignOff });

    return {
      addItem: async (form: WorkOrderItemForm): Promise<void> => {
        await change<Kept>(
          { item: itemOf(order, idOnItsWay(), form) },
          () =>
            send({
              path: `${path}/addItem`,
              body: { ...form, workOrderId: order.id },
              broken: 'workOrderItemAddFailed',
            }),
          kept,
        );
      },

      updateItem: async (id: WorkOrderItemId, form: WorkOrderItemForm): Promise<void> => {
        await change<Kept>(
          { item: itemOf(order, id, form) },
          () =>
            send({
              path: `${path}/updateItem`,
              body: { ...form, id, workOrderId: order.id },
              broken: 'workOrderItemEditFailed',
            }),
          kept,
        );
      },

      removeItem: async (id: WorkOrderItemId): Promise<void> => {
        await change<Pick<WorkOrder, 'itemsVersion'>>(
          { withoutItem: id },
          () =>
            send({ method: 'DELETE', path: `${path}/item/delete/${id}`, broken: 'orderItemDeleteFailed' }),
          ({ itemsVersion }) => ({ withoutItem: id, itemsVersion }),
        );
      },

      /** Agrees to what the items are now: a new signature is made, an older one goes with that. */
      sign: async (): Promise<void> => {
        await change({ signed: mine() }, sign, signedBy);
      },

      unsign: async (): Promise<void> => {
        const shown = { unsigned: userId };
        await change(shown, unsign, () => shown);
      },
    };
  }, [queries, order, userId, firstName, lastName]);
}
