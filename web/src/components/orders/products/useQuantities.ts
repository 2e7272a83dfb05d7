import type { PurchaseOrder } from '@bindings';
import { useCallback, useMemo, useState } from 'react';
import { useSession } from '@/queries/accounts/session';
import type { ChosenProduct } from '@/queries/orders/purchaseOrders';
import { checkProductQuantity, orderTotal } from '@/wasm/rules';

import type { OrderableProduct, ProductCategory } from './orderableProducts';

/** The value of a number input; '' while it is empty. */
export type Typed = number | string;

/** An empty field counts as zero. */
const numberOf = (typed: Typed): number => (typed === '' ? 0 : Number(typed));

/** The quantity of each product, its validation errors, and the total. */
export function useQuantities(order: PurchaseOrder, categories: readonly ProductCategory[]) {
  const { language } = useSession();
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());

  const set = useCallback(
    (productId: string, quantity: Typed) => setTyped((now) => new Map(now).set(productId, quantity)),
    [],
  );

  const clear = useCallback(() => setTyped(new Map()), []);

  return useMemo(() => {
    const ordered = new Map(order.items.map(({ productId, quantity }) => [productId, quantity]));
    const shownOf = (productId: string): Typed => typed.get(productId) ?? ordered.get(productId) ?? '';
    const problemOf = (productId: string): string | undefined =>
      typed.has(productId)
        ? checkProductQuantity({ productId, quantity: numberOf(shownOf(productId)) }, language)[0]?.message
        : undefined;

    const known = new Map(
      categories.flatMap(({ offers }) => offers.map((offer) => [offer.productId, offer])),
    );
    // Ordered products keep their position; new ones follow.
    const ids = [...new Set([...ordered.keys(), ...known.keys()])];
    const chosen = ids.flatMap((id): ChosenProduct[] => {
      const offer: OrderableProduct | undefined = known.get(id);
      const quantity = numberOf(shownOf(id));
      if (offer === undefined || quantity === 0 || problemOf(id) !== undefined) return [];
      const { gone: _, ...product } = offer;
      return [{ ...product, quantity }];
    });
    return {
      shownOf,
      problemOf,
      set,
      /** Discards everything that was typed. */
      clear,
      /** What was typed, by product. */
      typed,
      nameOf: (productId: string): string => known.get(productId)?.productName ?? '',
      /** The products with a valid quantity above zero, in the order of the printed document. */
      chosen,
      total: orderTotal(chosen),
      /** The first product whose quantity is refused. */
      wrong: [...typed.keys()].find((id) => problemOf(id) !== undefined),
      dirty: [...typed].some(([id, quantity]) => numberOf(quantity) !== (ordered.get(id) ?? 0)),
    };
  }, [order, categories, typed, set, clear, language]);
}

export type Quantities = ReturnType<typeof useQuantities>;
