import type { CompanyId, PurchaseOrder } from '@bindings';
import type { ChosenProduct } from '@/queries/orders/purchaseOrders';
import type { PriceList } from '@/queries/products';
import { ProductIndex } from '@/wasm/rules';

/** A product that can be ordered. An ordered product keeps the name and the cost from the order. */
export interface OrderableProduct extends Omit<ChosenProduct, 'quantity'> {
  /** It is on the order, and was deleted from the price list since. */
  gone: boolean;
}

/** A category with its products. */
export interface ProductCategory {
  id: string;
  title: string;
  offers: OrderableProduct[];
}

/** The price list, plus everything on the order, so that ordered products remain when they are deleted from the list. */
export function orderableCategories(
  { categories, products }: PriceList,
  { items }: PurchaseOrder,
): ProductCategory[] {
  const categoriesById = new Map(
    categories.map(({ id, title }): [string, ProductCategory] => [id, { id, title, offers: [] }]),
  );
  const ordered = new Map(items.map((item) => [item.productId, item]));
  for (const { id, name, unitCost, categoryId } of products) {
    const category = categoriesById.get(categoryId);
    const item = ordered.get(id);
    ordered.delete(id);
    category?.offers.push({
      productId: id,
      productName: item?.productName ?? name,
      categoryId: item?.categoryId ?? categoryId,
      categoryTitle: item?.categoryTitle ?? category.title,
      unitCost: item?.unitCost ?? unitCost,
      gone: false,
    });
  }
  for (const { productId, productName, categoryId, categoryTitle, unitCost } of ordered.values()) {
    const category = categoriesById.get(categoryId) ?? { id: categoryId, title: categoryTitle, offers: [] };
    category.offers.push({ productId, productName, categoryId, categoryTitle, unitCost, gone: true });
    categoriesById.set(categoryId, category);
  }
  return [...categoriesById.values()].filter(({ offers }) => offers.length > 0);
}

/** Searches the categories like the price list; ordered products are found by their name on the order. */
export function searchProducts(
  categories: readonly ProductCategory[],
  companyId: CompanyId,
): (query: string) => readonly ProductCategory[] {
  const all = categories.flatMap(({ id, offers }) => offers.map((offer) => ({ offer, category: id })));
  const index = new ProductIndex(
    categories.map(({ id, title }) => ({ id, title, companyId })),
    all.map(({ offer: { productId, productName, unitCost }, category }) => ({
      id: productId,
      name: productName,
      unitCost,
      categoryId: category,
    })),
  );
  return (query) => {
    if (query.trim() === '') return categories;
    const found = new Set(Array.from(index.search(query), (at) => all[at]?.offer));
    return categories
      .map((category) => ({ ...category, offers: category.offers.filter((offer) => found.has(offer)) }))
      .filter(({ offers }) => offers.length > 0);
  };
}

/** A row of the list. */
export type ProductRow = { id: string; title: string } | { id: string; offer: OrderableProduct };

/** The rows: each category, followed by its products. */
export const productRows = (categories: readonly ProductCategory[]): ProductRow[] =>
  categories.flatMap(({ id, title, offers }): ProductRow[] => [
    { id: `category-${id}`, title },
    ...offers.map((offer) => ({ id: offer.productId, offer })),
  ]);
