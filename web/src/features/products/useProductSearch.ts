import type { Product, ProductCategory } from '@bindings';
import { useDeferredValue, useMemo, useState } from 'react';
import type { PriceList } from '@/session/products';

/** A category with those of its products that are shown. */
export interface Shelf {
  category: ProductCategory;
  products: Product[];
}

/** As the other lists are searched: case and accents do not count. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

function shelvesOf({ categories, products }: PriceList): Shelf[] {
  const shelves = new Map(
    categories.map((category): [string, Shelf] => [category.id, { category, products: [] }]),
  );
  for (const product of products) shelves.get(product.categoryId)?.products.push(product);
  return [...shelves.values()];
}

/** Every word must stand in the product's name or in its category's; a category that has them all shows whole. */
function narrowed(shelves: readonly Shelf[], words: readonly string[]): Shelf[] {
  const holds = (text: string) => words.every((word) => text.includes(word));
  return shelves.flatMap(({ category, products }) => {
    const title = folded(category.title);
    if (holds(title)) return [{ category, products }];
    const found = products.filter(({ name }) => holds(`${title}\n${folded(name)}`));
    return found.length === 0 ? [] : [{ category, products: found }];
  });
}

/** What is looked for in the price list, and the categories that are left. */
export function useProductSearch(list: PriceList | undefined) {
  const [query, setQuery] = useState('');
  const asked = useDeferredValue(query);
  const all = useMemo(() => list && shelvesOf(list), [list]);
  const words = folded(asked).split(/\s+/).filter(Boolean);
  const narrow = words.length > 0;
  return { query, setQuery, narrow, shelves: all && narrow ? narrowed(all, words) : all };
}
