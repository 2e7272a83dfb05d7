/** Changes to one work order: its items and signatures. Changes are optimistic. */
import type { SignOff, WorkOrder, WorkOrderItem, WorkOrderItemForm, WorkOrderItemId } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '@/queries/accounts/session';
import { optimisticId } from '@/queries/mutations/optimisticIds';
import { sendRequest } from '@/queries/mutations/request';
import { isPendingEntry, outbox, type Queued } from '@/queries/offline/outbox';
import { sendOrQueue } from '@/queries/offline/sendOrQueue';
import { lineTotal } from '@/wasm/rules';
import type { OrderChange } from './optimisticWorkOrder';
import { runOrderChange, signatureOf } from './workOrders';

const path = '/api/work_orders';

type StoredItem = Pick<WorkOrder, 'itemsVersion'> & { item: WorkOrderItem };
const storedItem = ({ item, itemsVersion }: StoredItem): OrderChange => ({ item, itemsVersion });

/** The optimistic item of a valid form. */
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

/** Adding, changing and deleting items, signing and withdrawing the signature. Each rejects with an `ApiFailure`. */
export function useWorkOrderEditing(order: WorkOrder) {
  const queries = useQueryClient();
  const { user } = useSession();
  const { id: userId } = user;
  return useMemo(() => {
    const change = <T>(
      shown: OrderChange,
      send: () => Promise<T>,
      stored: (answer: Exclude<T, Queued>) => OrderChange,
    ) => runOrderChange(queries, order, shown, send, stored);
    const unsign = () =>
      sendRequest<unknown>({
        method: 'DELETE',
        path: `${path}/sign/${order.id}`,
        failureNotice: 'signOffFailed',
      });
    // Signing refers to the items that the user has seen.
    const sign = () =>
      sendOrQueue<{ newSignOff: SignOff }>(queries, { kind: 'sign', order }, 'signOffFailed');
    const mine = (): SignOff => signatureOf(user, optimisticId(), Date.now());
    const signedBy = ({ newSignOff }: { newSignOff: SignOff }): OrderChange => ({ signed: newSignOff });

    return {
      addItem: async (form: WorkOrderItemForm): Promise<void> => {
        await change<StoredItem>(
          { item: itemOf(order, optimisticId(), form) },
          () =>
            sendRequest({
              path: `${path}/addItem`,
              body: { ...form, workOrderId: order.id },
              failureNotice: 'workOrderItemAddFailed',
            }),
          storedItem,
        );
      },

      updateItem: async (id: WorkOrderItemId, form: WorkOrderItemForm): Promise<void> => {
        await change<StoredItem>(
          { item: itemOf(order, id, form) },
          () =>
            sendRequest({
              path: `${path}/updateItem`,
              body: { ...form, id, workOrderId: order.id },
              failureNotice: 'workOrderItemEditFailed',
            }),
          storedItem,
        );
      },

      removeItem: async (id: WorkOrderItemId): Promise<void> => {
        await change<Pick<WorkOrder, 'itemsVersion'>>(
          { withoutItem: id },
          () =>
            sendRequest({
              method: 'DELETE',
              path: `${path}/item/delete/${id}`,
              failureNotice: 'orderItemDeleteFailed',
            }),
          ({ itemsVersion }) => ({ withoutItem: id, itemsVersion }),
        );
      },

      /** Signs the current items: a new signature replaces an older one. */
      sign: async (): Promise<void> => {
        await change<{ newSignOff: SignOff } | Queued>({ signed: mine() }, sign, signedBy);
      },

      unsign: async (): Promise<void> => {
        // A signature that was never sent is only removed from the outbox.
        const queuedSignatures = outbox
          .read()
          .filter((entry) => entry.kind === 'sign' && entry.order.id === order.id && isPendingEntry(entry));
        if (queuedSignatures.length > 0)
          await (await import('@/queries/offline/outboxSender')).discard(queuedSignatures);
        if (queuedSignatures.some(({ unsure }) => !unsure)) return;
        const shown = { unsigned: userId };
        await change(shown, unsign, () => shown);
      },
    };
  }, [queries, order, user, userId]);
}
