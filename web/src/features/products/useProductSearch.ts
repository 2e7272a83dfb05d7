import type { Product, ProductCategory } from '@bindings';
import { useDeferredValue, useMemo, useState } from 'react';
import type { PriceList } from '@/queries/products';
import { ProductIndex } from '@/wasm/rules';

/** A category with its shown products. */
export interface CategoryWithProducts {
  category: ProductCategory;
  products: Product[];
}

/** Groups products by category. */
function groupByCategory(
  categories: readonly ProductCategory[],
  products: Iterable<Product>,
): CategoryWithProducts[] {
  const byCategory = new Map(
    categories.map((category): [string, CategoryWithProducts] => [category.id, { category, products: [] }]),
  );
  for (const product of products) byCategory.get(product.categoryId)?.products.push(product);
  return [...byCategory.values()];
}

/** The result of the domain's search: categories that match show all their products, others only the matching ones. */
function search(
  { categories, products }: PriceList,
  index: ProductIndex,
  query: string,
): CategoryWithProducts[] {
  const whole = new Set(Array.from(index.categories(query), (at) => categories[at]?.id));
  const matching = new Set(Array.from(index.search(query), (at) => products[at]?.id));
  const shown = products.filter(({ id, categoryId }) => whole.has(categoryId) || matching.has(id));
  return groupByCategory(categories, shown).filter(
    (category) => category.products.length > 0 || whole.has(category.category.id),
  );
}

/** The search of the price list, and the matching categories. */
export function useProductSearch(list: PriceList | undefined) {
  const [query, setQuery] = useState('');
  const deferred = useDeferredValue(query);
  const index = useMemo(() => list && new ProductIndex(list.categories, list.products), [list]);
  const narrow = deferred.trim() !== '';
  const categories = useMemo(
    () =>
      list &&
      index &&
      (narrow ? search(list, index, deferred) : groupByCategory(list.categories, list.products)),
    [list, index, deferred, narrow],
  );
  return { query, setQuery, narrow, categories };
}
