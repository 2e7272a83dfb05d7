import type { Product, ProductCategory } from '@bindings';
import { useDeferredValue, useMemo, useState } from 'react';
import type { PriceList } from '@/session/products';
import { ProductIndex } from '@/wasm/rules';

/** A category with those of its products that are shown. */
export interface Shelf {
  category: ProductCategory;
  products: Product[];
}

/** Every category with the products that stand in it, out of all or out of some. */
function shelvesOf(categories: readonly ProductCategory[], products: Iterable<Product>): Shelf[] {
  const shelves = new Map(
    categories.map((category): [string, Shelf] => [category.id, { category, products: [] }]),
  );
  for (const product of products) shelves.get(product.categoryId)?.products.push(product);
  return [...shelves.values()];
}

/** What the domain's search leaves: a category that matches by itself shows whole, others with what was found. */
function found({ categories, products }: PriceList, index: ProductIndex, query: string): Shelf[] {
  const whole = new Set(Array.from(index.categories(query), (at) => categories[at]?.id));
  const named = new Set(Array.from(index.search(query), (at) => products[at]?.id));
  const shown = products.filter(({ id, categoryId }) => whole.has(categoryId) || named.has(id));
  return shelvesOf(categories, shown).filter(
    (shelf) => shelf.products.length > 0 || whole.has(shelf.category.id),
  );
}

/** What is looked for in the price list, and the categories that are left. */
export function useProductSearch(list: PriceList | undefined) {
  const [query, setQuery] = useState('');
  const asked = useDeferredValue(query);
  const index = useMemo(() => list && new ProductIndex(list.categories, list.products), [list]);
  const narrow = asked.trim() !== '';
  const shelves = useMemo(
    () => list && index && (narrow ? found(list, index, asked) : shelvesOf(list.categories, list.products)),
    [list, index, asked, narrow],
  );
  return { query, setQuery, narrow, shelves };
}
