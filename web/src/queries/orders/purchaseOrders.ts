/**
 * The purchase orders of a contractor, for the tab of a job and for their own pages. The orders of a job are cached
 * under `['purchaseOrders', 'job', jobId]`, one under `['purchaseOrders', 'one', id]`. Only contractors have them.
 *
 * Changing: `usePurchaseOrderChanges()`. Changing and deleting are optimistic in both places, a new order shows when
 * the server has stored it. A change that fails rejects with an `ApiFailure` whose `message` is ready for a popup.
 */
import type { JobId, NewOrder, OrderRow, PurchaseOrder, PurchaseOrderId, PurchaseOrderItem } from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { optimisticId } from '@/queries/mutations/optimisticIds';
import { explainFailure, sendRequest } from '@/queries/mutations/request';
import { lineTotal, orderTotal } from '@/wasm/rules';
import { isMailPending } from './orderSends';
import { mailToVendors, type PurchaseOrderMail } from './purchaseOrderMail';

export const purchaseOrderKeys = {
  root: ['purchaseOrders'] as const,
  ofJob: (jobId: JobId) => ['purchaseOrders', 'job', jobId] as const,
  one: (id: PurchaseOrderId) => ['purchaseOrders', 'one', id] as const,
  /** Pending changes. */
  change: ['purchaseOrders', 'change'] as const,
};

const path = '/api/purchase_orders';

/** How often the state of a waiting mail is polled, in ms. */
const often = 5_000;

/** The purchase orders of a job, the oldest first. */
export const usePurchaseOrders = (jobId: JobId, wanted: boolean) =>
  useQuery({
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
    enabled: wanted,
    refetchInterval: ({ state }) => (state.data?.some(isMailPending) ? often : false),
  });

/** One purchase order. What its job's list knows of it shows until the answer is there. */
export function usePurchaseOrder(id: PurchaseOrderId) {
  const queries = useQueryClient();
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
    refetchInterval: ({ state }) => (isMailPending(state.data) ? often : false),
  });
}

/** A product with its quantity, as it is on the order or in the current price list. */
export type ChosenProduct = Pick<
  PurchaseOrderItem,
  'productId' | 'productName' | 'categoryId' | 'categoryTitle' | 'unitCost' | 'quantity'
>;

type Patch = Partial<PurchaseOrder>;

/** Cancels running requests: they were sent before the change and would undo it. A first fetch is awaited. */
const stopOlder = (queries: QueryClient) =>
  queries.cancelQueries({
    queryKey: purchaseOrderKeys.root,
    predicate: ({ state }) => state.data !== undefined,
  });

/** Writes a change into everything that shows the order. */
async function show(queries: QueryClient, { id, jobId }: PurchaseOrder, patch: Patch): Promise<void> {
  await stopOlder(queries);
  queries.setQueryData<PurchaseOrder>(purchaseOrderKeys.one(id), (order) => order && { ...order, ...patch });
  queries.setQueryData<PurchaseOrder[]>(purchaseOrderKeys.ofJob(jobId), (orders) =>
    orders?.map((order) => (order.id === id ? { ...order, ...patch } : order)),
  );
}

async function showList(
  queries: QueryClient,
  jobId: JobId,
  step: (orders: PurchaseOrder[]) => PurchaseOrder[],
): Promise<void> {
  await stopOlder(queries);
  queries.setQueryData<PurchaseOrder[]>(purchaseOrderKeys.ofJob(jobId), (orders) => orders && step(orders));
}

/** The rows as the server will return them: existing ones keep their ids. */
function itemsOf(order: PurchaseOrder, chosen: readonly ChosenProduct[]): PurchaseOrderItem[] {
  const standing = new Map(order.items.map((item) => [item.productId, item.id]));
  return chosen.map((product) => ({
    ...product,
    id: standing.get(product.productId) ?? optimisticId(),
    purchaseOrderId: order.id,
    lineTotal: lineTotal(product.unitCost, product.quantity),
  }));
}

/** Marks a change as pending: a response that arrives meanwhile may not include it. */
const onItsWay = (queries: QueryClient, work: () => Promise<void>): Promise<void> =>
  queries
    .getMutationCache()
    .build(queries, { mutationKey: purchaseOrderKeys.change, mutationFn: work, networkMode: 'always' })
    .execute(undefined)
    .finally(() => void queries.invalidateQueries({ queryKey: purchaseOrderKeys.root }));

/** The changes that an admin of a contractor can make to purchase orders. */
export function usePurchaseOrderChanges() {
  const queries = useQueryClient();
  return useMemo(() => {
    /** Runs an optimistic change that reverts only its own part on failure, and stores the response. */
    const change = <T>(
      order: PurchaseOrder,
      patch: Patch,
      call: () => Promise<T>,
      told: (answer: T) => Patch,
    ): Promise<void> =>
      onItsWay(queries, async () => {
        const before = Object.fromEntries(Object.keys(patch).map((key) => [key, order[key as keyof Patch]]));
        await show(queries, order, patch);
        try {
          await show(queries, order, told(await call()));
        } catch (failure) {
          await show(queries, order, before as Patch);
          throw failure;
        }
      });

    return {
      /** Answers the new order, which is in the list by then. */
      create: async (order: NewOrder): Promise<PurchaseOrder> => {
        const { newPurchaseOrder } = await sendRequest<{ newPurchaseOrder: PurchaseOrder }>({
          path: `${path}/create`,
          body: order,
          failureNotice: 'notSaved',
        });
        await showList(queries, order.jobId, (orders) => [
          ...orders.filter(({ id }) => id !== newPurchaseOrder.id),
          newPurchaseOrder,
        ]);
        void queries.invalidateQueries({ queryKey: purchaseOrderKeys.root });
        return newPurchaseOrder;
      },

      remove: (order: PurchaseOrder): Promise<void> =>
        onItsWay(queries, async () => {
          const { id, jobId } = order;
          const known = queries.getQueryData<PurchaseOrder[]>(purchaseOrderKeys.ofJob(jobId)) ?? [];
          const at = known.findIndex((each) => each.id === id);
          await showList(queries, jobId, (orders) => orders.filter((each) => each.id !== id));
          try {
            await sendRequest({
              path: `${path}/delete`,
              body: { orderId: id },
              failureNotice: 'purchaseOrderUpdateFailed',
            });
          } catch (failure) {
            await showList(queries, jobId, (orders) =>
              orders.some((each) => each.id === id) ? orders : orders.toSpliced(at, 0, order),
            );
            throw failure;
          }
        }),

      /** Null clears it. */
      chooseVendor: (order: PurchaseOrder, vendorId: string | null): Promise<void> =>
        change<{ order: PurchaseOrder }>(
          order,
          { vendorId },
          () =>
            sendRequest({
              method: 'PUT',
              path: `${path}/update/vendor/${encodeURIComponent(order.id)}`,
              body: { vendorId },
              failureNotice: 'vendorSelectFailed',
            }),
          (answer) => answer.order,
        ),

      /** Replaces all rows by these, whose quantities the rules agree to. */
      saveItems: (order: PurchaseOrder, chosen: readonly ChosenProduct[]): Promise<void> => {
        const rows: OrderRow[] = chosen.map(({ productId, quantity }) => ({
          productId,
          quantity,
          purchaseOrderId: order.id,
        }));
        return change<{ items: PurchaseOrderItem[] }>(
          order,
          { items: itemsOf(order, chosen), total: orderTotal(chosen) },
          () =>
            sendRequest({
              path: `${path}/updateOrderItems/${encodeURIComponent(order.id)}`,
              body: rows,
              failureNotice: 'purchaseOrderUpdateFailed',
            }),
          ({ items }) => ({ items, total: orderTotal(items) }),
        );
      },

      /** Returns the recipients. */
      mail: async (order: PurchaseOrder, mail: PurchaseOrderMail, companyName: string): Promise<string[]> => {
        const answer = await mailToVendors(order, mail, companyName);
        if (answer.order !== undefined) await show(queries, order, answer.order);
        void queries.invalidateQueries({ queryKey: purchaseOrderKeys.root });
        return answer.sentTo;
      },
    };
  }, [queries]);
}
