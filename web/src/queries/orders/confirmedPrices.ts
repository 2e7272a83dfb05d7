/**
 * The prices that a vendor stated when it answered an order and that differ from the price list today, cached under
 * `['confirmedPrices', orderId, version]`. The server compares them; taking them over shows in the price list at once.
 */
import type { ConfirmedPrice, ProductId, PurchaseOrder } from '@bindings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiFailure, call } from '@/api/client';
import { useSession } from '@/queries/accounts/session';
import { changeData } from '@/queries/mutations/optimisticData';
import { type PriceList, productKeys } from '@/queries/products';
import { patchOrder } from './ordersCache';
import { purchaseOrderKeys } from './purchaseOrders';

const path = '/api/purchase_orders/prices';

const keyOf = ({ id, version }: PurchaseOrder) => ['confirmedPrices', id, version] as const;

type Item = PurchaseOrder['items'][number];

/** The vendor's price of a row, if it is not the one that was ordered. An order from a former version's cache has none. */
export const otherPrice = ({ unitCost, confirmedCost }: Item): number | null =>
  (confirmedCost ?? unitCost) === unitCost ? null : confirmedCost;

/** What the price list could learn from the order; nothing for those who may not change it. */
export function useConfirmedPrices(order: PurchaseOrder): readonly ConfirmedPrice[] {
  const { may } = useSession();
  const { data = [] } = useQuery({
    queryKey: keyOf(order),
    queryFn: async () =>
      (await call<{ prices: ConfirmedPrice[] }>('GET', `${path}/${encodeURIComponent(order.id)}`)).prices,
    enabled: may('products.manage') && order.items.some((item) => (item.confirmedCost ?? null) !== null),
  });
  return data;
}

const withCosts = (
  { categories, products }: PriceList,
  costs: ReadonlyMap<ProductId, number>,
): PriceList => ({
  categories,
  products: products.map((product) => ({ ...product, unitCost: costs.get(product.id) ?? product.unitCost })),
});

/** Takes these prices of the order into the price list. Rejects with an `ApiFailure` when refused. */
export function useTakeOverPrices(order: PurchaseOrder) {
  const queries = useQueryClient();
  return useCallback(
    async (chosen: readonly ConfirmedPrice[]): Promise<void> => {
      const costs = new Map(chosen.map(({ productId, confirmedCost }) => [productId, confirmedCost]));
      const body = { id: order.id, version: order.version, productIds: [...costs.keys()] };
      try {
        const { prices } = await changeData<PriceList, { prices: ConfirmedPrice[] }>(
          queries,
          productKeys.all,
          {
            shown: (list) => withCosts(list, costs),
            request: { path, body, failureNotice: 'notSaved' },
          },
        );
        queries.setQueryData(keyOf(order), prices);
      } catch (failure) {
        // Somebody else was faster: every screen shows the order as it is now.
        const now = failure instanceof ApiFailure ? failure.changedTo<PurchaseOrder>('order') : null;
        if (now !== null) patchOrder<PurchaseOrder>(queries, purchaseOrderKeys, now, now);
        void queries.invalidateQueries({ queryKey: keyOf(order) });
        throw failure;
      }
    },
    [queries, order],
  );
}
