/**
 * The purchase orders of a contractor, for the tab of a job and for the page of each. Those of a job stand in the query
 * cache under `['purchaseOrders', 'job', jobId]`, one under `['purchaseOrders', 'one', id]`. Ask only for contractors.
 *
 * Changing: `usePurchaseOrderChanges()`. What is changed or deleted shows at once in both places and comes back when it
 * fails; what is new shows when the server has named it. A change that fails rejects with an `ApiFailure` whose
 * `message` is ready for a popup.
 */
import type { JobId, NewOrder, OrderRow, PurchaseOrder, PurchaseOrderId, PurchaseOrderItem } from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { lineTotal, orderTotal } from '@/wasm/rules';

import { inWords, send } from './jobChange';
import { idOnItsWay } from './onItsWay';
import { isUnderWay } from './orderSends';
import { mailToVendors, type PurchaseOrderMail } from './purchaseOrderMail';

export const purchaseOrderKeys = {
  root: ['purchaseOrders'] as const,
  ofJob: (jobId: JobId) => ['purchaseOrders', 'job', jobId] as const,
  one: (id: PurchaseOrderId) => ['purchaseOrders', 'one', id] as const,
  /** Changes that are on their way. */
  change: ['purchaseOrders', 'change'] as const,
};

const path = '/api/purchase_orders';

/** How often the news of a mail that waits is asked for, in ms. */
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
        throw inWords(failure, 'purchaseOrdersFetchFailed');
      }
    },
    enabled: wanted,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? often : false),
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
        throw inWords(failure, 'purchaseOrderFetchFailed');
      }
    },
    placeholderData: () =>
      queries
        .getQueriesData<PurchaseOrder[]>({ queryKey: ['purchaseOrders', 'job'] })
        .flatMap(([, orders]) => orders ?? [])
        .find((order) => order.id === id),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? often : false),
  });
}

/** So much of a product, as it stands on the order or as the price list has it now. */
export type ChosenProduct = Pick<
  PurchaseOrderItem,
  'productId' | 'productName' | 'categoryId' | 'categoryTitle' | 'unitCost' | 'quantity'
>;

type Patch = Partial<PurchaseOrder>;

/** An answer that is on its way was asked for before the change and would take it back. The first one is waited for. */
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

/** The rows as the server will answer them: those that stood there keep their ids. */
function itemsOf(order: PurchaseOrder, chosen: readonly ChosenProduct[]): PurchaseOrderItem[] {
  const standing = new Map(order.items.map((item) => [item.productId, item.id]));
  return chosen.map((product) => ({
    ...product,
    id: standing.get(product.productId) ?? idOnItsWay(),
    purchaseOrderId: order.id,
    lineTotal: lineTotal(product.unitCost, product.quantity),
  }));
}

/** Lets it be known that a change is on its way: what is fetched meanwhile may not know of it. */
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
    /** Shows a change at once, takes back its own part when it fails, and keeps what the server makes of it. */
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
        const { newPurchaseOrder } = await send<{ newPurchaseOrder: PurchaseOrder }>({
          path: `${path}/create`,
          body: order,
          broken: 'notSaved',
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
            await send({
              path: `${path}/delete`,
              body: { orderId: id },
              broken: 'purchaseOrderUpdateFailed',
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
            send({
              method: 'PUT',
              path: `${path}/update/vendor/${encodeURIComponent(order.id)}`,
              body: { vendorId },
              broken: 'vendorSelectFailed',
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
            send({
              path: `${path}/updateOrderItems/${encodeURIComponent(order.id)}`,
              body: rows,
              broken: 'purchaseOrderUpdateFailed',
            }),
          ({ items }) => ({ items, total: orderTotal(items) }),
        );
      },

      /** Answers the addresses it goes to. */
      mail: async (order: PurchaseOrder, mail: PurchaseOrderMail, companyName: string): Promise<string[]> => {
        const answer = await mailToVendors(order, mail, companyName);
        if (answer.order !== undefined) await show(queries, order, answer.order);
        void queries.invalidateQueries({ queryKey: purchaseOrderKeys.root });
        return answer.sentTo;
      },
    };
  }, [queries]);
}
