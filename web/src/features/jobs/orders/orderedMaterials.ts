import type { Material, PurchaseOrder } from '@bindings';
import { toCome, wasOrdered } from '@/wasm/rules';

/** Quantities have at most three decimals, which sums of doubles exceed. */
const sum = (one: number, more: number) => Math.round((one + more) * 1_000) / 1_000;

/** Adds up what the orders of a job ordered, what came, and what is to come, by product, in the order of the names. */
export function jobMaterials(orders: readonly PurchaseOrder[]): Material[] {
  const materials = new Map<string, Material>();
  for (const { status, items } of orders.filter((order) => wasOrdered(order.status)))
    for (const { productId, productName: name, quantity, received } of items) {
      const known = materials.get(productId) ?? { ordered: 0, received: 0, toCome: 0 };
      materials.set(productId, {
        productId,
        name,
        ordered: sum(known.ordered, quantity),
        received: sum(known.received, received),
        toCome: sum(known.toCome, toCome(status, quantity, received)),
      });
    }
  return [...materials.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}
