import type { CompanyId, PurchaseOrder } from '@bindings';
import type { PriceList } from '@/session/products';
import type { ChosenProduct } from '@/session/purchaseOrders';
import { ProductIndex } from '@/wasm/rules';

/** A product that may be ordered. One that stands on the order keeps the name and the cost it has there. */
export interface Offer extends Omit<ChosenProduct, 'quantity'> {
  /** It stands on the order and left the price list since. */
  gone: boolean;
}

/** A category with what it offers. */
export interface Shelf {
  id: string;
  title: string;
  offers: Offer[];
}

/** The price list and, with it, everything that stands on the order: nothing ordered is lost with a product. */
export function shelvesOf({ categories, products }: PriceList, { items }: PurchaseOrder): Shelf[] {
  const shelves = new Map(
    categories.map(({ id, title }): [string, Shelf] => [id, { id, title, offers: [] }]),
  );
  const standing = new Map(items.map((item) => [item.productId, item]));
  for (const { id, name, unitCost, categoryId } of products) {
    const shelf = shelves.get(categoryId);
    const item = standing.get(id);
    standing.delete(id);
    shelf?.offers.push({
      productId: id,
      productName: item?.productName ?? name,
      categoryId: item?.categoryId ?? categoryId,
      categoryTitle: item?.categoryTitle ?? shelf.title,
      unitCost: item?.unitCost ?? unitCost,
      gone: false,
    });
  }
  for (const { productId, productName, categoryId, categoryTitle, unitCost } of standing.values()) {
    const shelf = shelves.get(categoryId) ?? { id: categoryId, title: categoryTitle, offers: [] };
    shelf.offers.push({ productId, productName, categoryId, categoryTitle, unitCost, gone: true });
    shelves.set(categoryId, shelf);
  }
  return [...shelves.values()].filter(({ offers }) => offers.length > 0);
}

/** Searches the shelves as the price list is searched; what is ordered is found by the name it has on the order. */
export function searchIn(
  shelves: readonly Shelf[],
  companyId: CompanyId,
): (query: string) => readonly Shelf[] {
  const all = shelves.flatMap(({ id, offers }) => offers.map((offer) => ({ offer, shelf: id })));
  const index = new ProductIndex(
    shelves.map(({ id, title }) => ({ id, title, companyId })),
    all.map(({ offer: { productId, productName, unitCost }, shelf }) => ({
      id: productId,
      name: productName,
      unitCost,
      categoryId: shelf,
    })),
  );
  return (query) => {
    if (query.trim() === '') return shelves;
    const found = new Set(Array.from(index.search(query), (at) => all[at]?.offer));
    return shelves
      .map((shelf) => ({ ...shelf, offers: shelf.offers.filter((offer) => found.has(offer)) }))
      .filter(({ offers }) => offers.length > 0);
  };
}

/** What one row of the list shows. */
export type Line = { id: string; title: string } | { id: string; offer: Offer };

/** Categories and products one under the other, as they are drawn. */
export const linesOf = (shelves: readonly Shelf[]): Line[] =>
  shelves.flatMap(({ id, title, offers }): Line[] => [
    { id: `category-${id}`, title },
    ...offers.map((offer) => ({ id: offer.productId, offer })),
  ]);
