/**
 * The purchase orders of a contractor, for the tab of a job and for their own pages. The orders of a job are cached
 * under `['purchaseOrders', 'job', jobId]`, one under `['purchaseOrders', 'one', id]`. Only contractors have them.
 *
 * Pending changes are applied to the cached responses while they are read. Changing: `usePurchaseOrderChanges()`.
 * Changing and deleting are optimistic in both places, a new order shows when the server has stored it. A change that
 * fails rejects with an `ApiFailure` whose `message` is ready for a popup.
 */
import type { JobId, NewOrder, OrderRow, PurchaseOrder, PurchaseOrderId, PurchaseOrderItem } from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { ApiFailure, call } from '@/api/client';
import { applyChanges, type ListedChange, withOne, without } from '@/queries/mutations/lists';
import { runOptimistic, usePendingChanges, writeData } from '@/queries/mutations/optimistic';
import { optimisticId } from '@/queries/mutations/optimisticIds';
import { type ApiRequest, explainFailure, sendRequest } from '@/queries/mutations/request';
import { lineTotal, orderTotal } from '@/wasm/rules';
import { isMailPending } from './orderSends';
import { patchOrder } from './ordersCache';
import { mailToVendors, type PurchaseOrderMail } from './purchaseOrderMail';

export const purchaseOrderKeys = {
  root: ['purchaseOrders'] as const,
  ofJob: (jobId: JobId) => ['purchaseOrders', 'job', jobId] as const,
  one: (id: PurchaseOrderId) => ['purchaseOrders', 'one', id] as const,
  /** Pending changes. */
  change: ['purchaseOrders', 'change'] as const,
};

type OrderChange = ListedChange<PurchaseOrder>;

const path = '/api/purchase_orders';

/** How often the state of a waiting mail is polled, in ms. */
const often = 5_000;

/** The purchase orders of a job, the oldest first. */
export function usePurchaseOrders(jobId: JobId, wanted: boolean) {
  const pending = usePendingChanges<OrderChange>(purchaseOrderKeys.change);
  return useQuery({
    queryKey: purchaseOrderKeys.ofJob(jobId),
    queryFn: async () => {
      try {
        const answer = await call<{ orders: PurchaseOrder[] }>(
          'GET',
          `${path}/job/${encodeURIComponent(jobId)}`,
        );
        return answer.orders;
      } catch (failure) {
        throw explainFailure(failure, 'purchaseOrdersFetchFailed');
      }
    },
    select: useCallback((orders: PurchaseOrder[]) => applyChanges(orders, pending), [pending]),
    enabled: wanted,
    refetchInterval: ({ state }) => (state.data?.some(isMailPending) ? often : false),
  });
}

/** One purchase order, until it is deleted. Until the response arrives, the order from its job's list shows. */
export function usePurchaseOrder(id: PurchaseOrderId) {
  const queries = useQueryClient();
  const pending = usePendingChanges<OrderChange>(purchaseOrderKeys.change);
  return useQuery({
    queryKey: purchaseOrderKeys.one(id),
    queryFn: async () => {
      try {
        return (await call<{ order: PurchaseOrder }>('GET', `${path}/single/${encodeURIComponent(id)}`))
          .order;
      } catch (failure) {
        throw explainFailure(failure, 'purchaseOrderFetchFailed');
      }
    },
    placeholderData: () =>
      queries
        .getQueriesData<PurchaseOrder[]>({ queryKey: ['purchaseOrders', 'job'] })
        .flatMap(([, orders]) => orders ?? [])
        .find((order) => order.id === id),
    select: useCallback((order: PurchaseOrder) => applyChanges([order], pending)[0] ?? order, [pending]),
    refetchInterval: ({ state }) => (isMailPending(state.data) ? often : false),
  });
}

/** A product with its quantity, as it is on the order or in the current price list. */
export type ChosenProduct = Pick<
  PurchaseOrderItem,
  'productId' | 'productName' | 'categoryId' | 'categoryTitle' | 'unitCost' | 'quantity'
>;

const refresh = (queries: QueryClient) =>
  void queries.invalidateQueries({ queryKey: purchaseOrderKeys.root });

/** The rows as the server will return them: existing ones keep their ids. */
function itemsOf(order: PurchaseOrder, chosen: readonly ChosenProduct[]): PurchaseOrderItem[] {
  const standing = new Map(order.items.map((item) => [item.productId, item]));
  return chosen.map((product) => ({
    received: 0,
    available: null,
    substitute: null,
    confirmedCost: null,
    id: optimisticId(),
    ...standing.get(product.productId),
    ...product,
    purchaseOrderId: order.id,
    lineTotal: lineTotal(product.unitCost, product.quantity),
  }));
}

/** The changes that an admin of a contractor can make to purchase orders. */
export function usePurchaseOrderChanges() {
  const queries = useQueryClient();
  return useMemo(() => {
    const run = async <T>(
      { id }: PurchaseOrder,
      patch: OrderChange['patch'],
      request: ApiRequest,
      stored: (answer: T) => void,
    ): Promise<void> => {
      await runOptimistic<OrderChange, T>(queries, {
        mutationKey: purchaseOrderKeys.change,
        change: { id, patch },
        lane: `purchase-order-${id}`,
        send: () => sendRequest<T>(request),
        store: stored,
        refetch: () => refresh(queries),
      });
    };
    const change = <T>(
      order: PurchaseOrder,
      patch: Partial<PurchaseOrder>,
      request: ApiRequest,
      fromResponse: (answer: T) => Partial<PurchaseOrder>,
    ) =>
      run<T>(order, patch, request, (answer) =>
        patchOrder<PurchaseOrder>(queries, purchaseOrderKeys, order, fromResponse(answer)),
      );

    // After a refusal because of other rows, every screen shows the order with these.
    const storingNow = async (order: PurchaseOrder, saving: Promise<void>): Promise<void> => {
      try {
        await saving;
      } catch (failure) {
        const now = failure instanceof ApiFailure ? failure.changedTo<PurchaseOrder>('order') : null;
        if (now !== null) patchOrder<PurchaseOrder>(queries, purchaseOrderKeys, order, () => now);
        throw failure;
      }
    };

    return {
      /** Returns the new order, which is in the list already. */
      create: async (order: NewOrder): Promise<PurchaseOrder> => {
        const { newPurchaseOrder } = await sendRequest<{ newPurchaseOrder: PurchaseOrder }>({
          path: `${path}/create`,
          body: order,
          failureNotice: 'notSaved',
        });
        writeData<PurchaseOrder[]>(queries, purchaseOrderKeys.ofJob(order.jobId), (orders) =>
          withOne(orders, newPurchaseOrder),
        );
        refresh(queries);
        return newPurchaseOrder;
      },

      remove: (order: PurchaseOrder): Promise<void> =>
        run(
          order,
          null,
          {
            path: `${path}/delete`,
            body: { orderId: order.id },
            failureNotice: 'purchaseOrderUpdateFailed',
          },
          () =>
            writeData<PurchaseOrder[]>(queries, purchaseOrderKeys.ofJob(order.jobId), (orders) =>
              without(orders, order.id),
            ),
        ),

      /** Null clears it. */
      chooseVendor: (order: PurchaseOrder, vendorId: string | null): Promise<void> =>
        change<{ order: PurchaseOrder }>(
          order,
          { vendorId },
          {
            method: 'PUT',
            path: `${path}/update/vendor/${encodeURIComponent(order.id)}`,
            body: { vendorId },
            failureNotice: 'vendorSelectFailed',
          },
          (answer) => answer.order,
        ),

      /**
       * Replaces all rows of the order, as the user saw it, by these, whose quantities are valid. One that was sent is
       * amended: its recipients are told.
       */
      saveItems: (order: PurchaseOrder, chosen: readonly ChosenProduct[]): Promise<void> => {
        const rows: OrderRow[] = chosen.map(({ productId, quantity }) => ({
          productId,
          quantity,
          purchaseOrderId: order.id,
        }));
        const patch = { items: itemsOf(order, chosen), total: orderTotal(chosen) };
        // An order from the cache of a former version has no status, and its rows perhaps no version.
        if ('status' in order && order.status !== 'draft') {
          const request = {
            path: `${path}/amend`,
            body: { id: order.id, version: order.version, items: rows },
            failureNotice: 'purchaseOrderUpdateFailed' as const,
          };
          return storingNow(
            order,
            change<{ order: PurchaseOrder }>(order, patch, request, (answer) => answer.order),
          );
        }
        const body = 'version' in order ? { version: order.version, items: rows } : rows;
        return storingNow(
          order,
          change<Pick<PurchaseOrder, 'items' | 'version'>>(
            order,
            patch,
            {
              path: `${path}/updateOrderItems/${encodeURIComponent(order.id)}`,
              body,
              failureNotice: 'purchaseOrderUpdateFailed',
            },
            ({ items, version }) => ({ items, version, total: orderTotal(items) }),
          ),
        );
      },

      /** Returns the recipients. */
      mail: async (order: PurchaseOrder, mail: PurchaseOrderMail, companyName: string): Promise<string[]> => {
        const answer = await mailToVendors(order, mail, companyName);
        if (answer.order !== undefined)
          patchOrder<PurchaseOrder>(queries, purchaseOrderKeys, order, answer.order);
        refresh(queries);
        return answer.sentTo;
      },
    };
  }, [queries]);
}
