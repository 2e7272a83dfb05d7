import type { PurchaseOrder } from '@bindings';
import { useCallback, useMemo, useState } from 'react';
import type { ChosenProduct } from '@/session/purchaseOrders';
import { useSession } from '@/session/session';
import { checkProductQuantity, orderTotal } from '@/wasm/rules';

import type { Offer, Shelf } from './offers';

/** As an input of numbers hands it over; '' while nothing is typed. */
export type Typed = number | string;

/** Nothing typed is none of it. */
const numberOf = (typed: Typed): number => (typed === '' ? 0 : Number(typed));

/** How much of each product is wanted, what of it the rules refuse, and what it comes to. */
export function useQuantities(order: PurchaseOrder, shelves: readonly Shelf[]) {
  const { language } = useSession();
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());

  const set = useCallback(
    (productId: string, quantity: Typed) => setTyped((now) => new Map(now).set(productId, quantity)),
    [],
  );

  return useMemo(() => {
    const standing = new Map(order.items.map(({ productId, quantity }) => [productId, quantity]));
    const shownOf = (productId: string): Typed => typed.get(productId) ?? standing.get(productId) ?? '';
    const problemOf = (productId: string): string | undefined =>
      typed.has(productId)
        ? checkProductQuantity({ productId, quantity: numberOf(shownOf(productId)) }, language)[0]?.message
        : undefined;

    const known = new Map(shelves.flatMap(({ offers }) => offers.map((offer) => [offer.productId, offer])));
    // What stands on the order keeps its place, what is new comes after it.
    const ids = [...new Set([...standing.keys(), ...known.keys()])];
    const chosen = ids.flatMap((id): ChosenProduct[] => {
      const offer: Offer | undefined = known.get(id);
      const quantity = numberOf(shownOf(id));
      if (offer === undefined || quantity === 0 || problemOf(id) !== undefined) return [];
      const { gone: _, ...product } = offer;
      return [{ ...product, quantity }];
    });
    return {
      shownOf,
      problemOf,
      set,
      /** With valid quantities above nothing, in the order in which they stand on the paper. */
      chosen,
      total: orderTotal(chosen),
      /** The first whose quantity is refused. */
      wrong: [...typed.keys()].find((id) => problemOf(id) !== undefined),
      dirty: [...typed].some(([id, quantity]) => numberOf(quantity) !== (standing.get(id) ?? 0)),
    };
  }, [order, shelves, typed, set, language]);
}

export type Quantities = ReturnType<typeof useQuantities>;
