/** How far a purchase order is: its status, and what was delivered. The server decides; nothing is shown before. */
import type { PurchaseOrder, PurchaseOrderStatus } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure } from '@/api/client';
import { sendRequest } from '@/queries/mutations/request';
import { patchOrder } from './ordersCache';
import { purchaseOrderKeys } from './purchaseOrders';

/** How much came of a row. */
export interface ReceivedRow {
  id: string;
  quantity: number;
}

interface Delivery {
  rows: ReceivedRow[];
  note?: string;
  /** More came than was ordered, and that is right. */
  overDelivery?: boolean;
  /** The version of the order that the user saw. The same delivery sent again with it counts once. */
  version: number;
}

/** The changes of an order's progress. Each rejects with an `ApiFailure` when refused. */
export function usePurchaseOrderProgress(order: PurchaseOrder) {
  const queries = useQueryClient();
  const { id, version } = order;
  return useMemo(() => {
    const show = (now: PurchaseOrder) => patchOrder<PurchaseOrder>(queries, purchaseOrderKeys, now, now);
    const change = async (call: 'status' | 'receive', body: object): Promise<void> => {
      try {
        const answer = await sendRequest<{ order: PurchaseOrder }>({
          path: `/api/purchase_orders/${call}`,
          body: { id, version, ...body },
          failureNotice: 'notSaved',
        });
        show(answer.order);
      } catch (failure) {
        // Somebody else was faster: every screen shows the order as it is now.
        const now = failure instanceof ApiFailure ? failure.changedTo<PurchaseOrder>('order') : null;
        if (now !== null) show(now);
        throw failure;
      }
    };
    return {
      setStatus: (status: PurchaseOrderStatus, expectedOn?: string) =>
        change('status', expectedOn === undefined ? { status } : { status, expectedOn }),
      receive: (delivery: Delivery) => change('receive', delivery),
    };
  }, [queries, id, version]);
}
