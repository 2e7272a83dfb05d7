/** Changes to one work order: its items and signatures. Changes are optimistic. */
import type {
  SignOff,
  WorkOrder,
  WorkOrderId,
  WorkOrderItem,
  WorkOrderItemForm,
  WorkOrderItemId,
} from '@bindings';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure } from '@/api/client';
import { useSession } from '@/queries/accounts/session';
import { optimisticId } from '@/queries/mutations/optimisticIds';
import { sendRequest } from '@/queries/mutations/request';
import { isPendingEntry, outbox, type Queued } from '@/queries/offline/outbox';
import { sendOrQueue } from '@/queries/offline/sendOrQueue';
import { lineTotal } from '@/wasm/rules';
import type { OrderChange } from './optimisticWorkOrder';
import { patchOrder } from './ordersCache';
import { runOrderChange, signatureOf, workOrderKeys } from './workOrders';

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

/** The versions of the last edited order that this tab made itself, which its user has seen. */
const ownVersions = new WeakMap<QueryClient, { order: WorkOrderId; versions: Set<number> }>();

function noteOwnVersion(queries: QueryClient, { id }: WorkOrder, version: number): void {
  const known = ownVersions.get(queries);
  if (known?.order === id) known.versions.add(version);
  else ownVersions.set(queries, { order: id, versions: new Set([version]) });
}

/** The version that the user has seen, once the changes that they sent before this one are stored. */
function seenVersion(queries: QueryClient, { id }: WorkOrder, shown: number): number {
  const own = ownVersions.get(queries);
  let seen = shown;
  while (own?.order === id && own.versions.has(seen + 1)) seen += 1;
  return seen;
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
    // After a refusal because of other items, every screen shows the order with these.
    const save = async (
      item: WorkOrderItem,
      shown: number,
      call: 'addItem' | 'updateItem',
      body: WorkOrderItemForm & { id?: WorkOrderItemId },
    ): Promise<void> => {
      const send = async (): Promise<StoredItem> => {
        const seen = seenVersion(queries, order, shown);
        try {
          const stored = await sendRequest<StoredItem>({
            path: `${path}/${call}`,
            body: { ...body, workOrderId: order.id, itemsVersion: seen },
            failureNotice: call === 'addItem' ? 'workOrderItemAddFailed' : 'workOrderItemEditFailed',
          });
          if (stored.itemsVersion === seen + 1) noteOwnVersion(queries, order, stored.itemsVersion);
          return stored;
        } catch (failure) {
          const now = failure instanceof ApiFailure ? failure.changedTo<WorkOrder>('order') : null;
          if (now !== null) patchOrder<WorkOrder>(queries, workOrderKeys, order, () => now);
          throw failure;
        }
      };
      await change<StoredItem>({ item }, send, storedItem);
    };
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
      /** `shown` is the version of the items that the user saw when they wrote this one. */
      addItem: (form: WorkOrderItemForm, shown: number): Promise<void> =>
        save(itemOf(order, optimisticId(), form), shown, 'addItem', form),

      updateItem: (id: WorkOrderItemId, form: WorkOrderItemForm, shown: number): Promise<void> =>
        save(itemOf(order, id, form), shown, 'updateItem', { ...form, id }),

      removeItem: async (id: WorkOrderItemId): Promise<void> => {
        const send = async (): Promise<Pick<WorkOrder, 'itemsVersion'>> => {
          const stored = await sendRequest<Pick<WorkOrder, 'itemsVersion'>>({
            method: 'DELETE',
            path: `${path}/item/delete/${id}`,
            failureNotice: 'orderItemDeleteFailed',
          });
          noteOwnVersion(queries, order, stored.itemsVersion);
          return stored;
        };
        await change({ withoutItem: id }, send, ({ itemsVersion }) => ({ withoutItem: id, itemsVersion }));
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
