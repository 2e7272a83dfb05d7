import type { Product, ProductCategory } from '@bindings';
import { useDeferredValue, useMemo, useState } from 'react';
import type { PriceList } from '@/queries/products';
import { ProductIndex } from '@/wasm/rules';

/** A category with those of its products that are shown. */
export interface CategoryWithProducts {
  category: ProductCategory;
  products: Product[];
}

/** Groups products by category. */
function shelvesOf(
  categories: readonly ProductCategory[],
  products: Iterable<Product>,
): CategoryWithProducts[] {
  const byCategory = new Map(
    categories.map((category): [string, CategoryWithProducts] => [category.id, { category, products: [] }]),
  );
  for (const product of products) byCategory.get(product.categoryId)?.products.push(product);
  return [...byCategory.values()];
}

/** What the domain's search leaves: a category that matches by itself shows whole, others with what was found. */
function found(
  { categories, products }: PriceList,
  index: ProductIndex,
  query: string,
): CategoryWithProducts[] {
  const whole = new Set(Array.from(index.categories(query), (at) => categories[at]?.id));
  const named = new Set(Array.from(index.search(query), (at) => products[at]?.id));
  const shown = products.filter(({ id, categoryId }) => whole.has(categoryId) || named.has(id));
  return shelvesOf(categories, shown).filter(
    (category) => category.products.length > 0 || whole.has(category.category.id),
  );
}

/** The search of the price list, and the matching categories. */
export function useProductSearch(list: PriceList | undefined) {
  const [query, setQuery] = useState('');
  const asked = useDeferredValue(query);
  const index = useMemo(() => list && new ProductIndex(list.categories, list.products), [list]);
  const narrow = asked.trim() !== '';
  const categories = useMemo(
    () => list && index && (narrow ? found(list, index, asked) : shelvesOf(list.categories, list.products)),
    [list, index, asked, narrow],
  );
  return { query, setQuery, narrow, categories };
}
