/** What is done on one work order: its items, and who agrees to it. Each shows at once and comes back when it fails. */
import type { SignOff, WorkOrder, WorkOrderItem, WorkOrderItemForm, WorkOrderItemId } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { lineTotal } from '@/wasm/rules';

import { handIn } from './handIn';
import { send } from './jobChange';
import { idOnItsWay } from './onItsWay';
import { isOpen, outbox, type Queued } from './outbox';
import { useSession } from './session';
import type { OrderChange } from './workOrderOverlay';
import { runOrderChange, signatureOf } from './workOrders';

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
  const { id: userId } = user;
  return useMemo(() => {
    const change = <T>(
      shown: OrderChange,
      work: () => Promise<T | Queued>,
      taken: (answer: T) => OrderChange,
    ) => runOrderChange(queries, order, shown, work, taken);
    const unsign = () =>
      send<unknown>({ method: 'DELETE', path: `${path}/sign/${order.id}`, broken: 'signOffFailed' });
    // Nobody agrees to items that were changed after they looked.
    const sign = () => handIn<{ newSignOff: SignOff }>(queries, { kind: 'sign', order }, 'signOffFailed');
    const mine = (): SignOff => signatureOf(user, idOnItsWay(), Date.now());
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
        await change<{ newSignOff: SignOff }>({ signed: mine() }, sign, signedBy);
      },

      unsign: async (): Promise<void> => {
        // What the server never heard of is only taken out of the outbox.
        const waits = outbox
          .read()
          .filter((entry) => entry.kind === 'sign' && entry.order.id === order.id && isOpen(entry));
        if (waits.length > 0) await (await import('./outboxSending')).giveUp(waits);
        if (waits.some(({ unsure }) => !unsure)) return;
        const shown = { unsigned: userId };
        await change(shown, unsign, () => shown);
      },
    };
  }, [queries, order, user, userId]);
}
