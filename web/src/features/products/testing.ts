/** A price list for tests, and the overlay that shows it. */
import type { Product, ProductCategory } from '@bindings';
import { screen } from '@testing-library/react';
import { jobId } from '@/testing/aJob';
import { aCompany, mockServer, renderIn, signedIn } from '@/testing/render';

import { ProductsOverlay } from './ProductsOverlay';

export const category = (number: number, title: string): ProductCategory => ({
  id: jobId(number),
  title,
  companyId: aCompany.id,
});
export const shingles = category(90, 'Shingles');
export const skylights = category(91, 'Skylights');
export const charcoal: Product = {
  id: jobId(92),
  name: 'Laminated shingle, Charcoal (bundle)',
  unitCost: 38.75,
  categoryId: shingles.id,
};
export const strip: Product = {
  id: jobId(93),
  name: 'Starter strip, 120 lf',
  unitCost: 1052.4,
  categoryId: shingles.id,
};

export const categories = `GET /api/products/categories/${aCompany.id}`;
export const products = `GET /api/products/products/${aCompany.id}`;
export const priceList = {
  [categories]: { categories: [shingles, skylights] },
  [products]: { products: [charcoal, strip] },
};
export const path = '/app/jobs/products';

/** Opens the overlay; the server has two categories and two products, except for the given answers. */
export function openProducts({ profile = signedIn(), at = path, answers = {} } = {}) {
  const fetch = mockServer({ ...priceList, ...answers });
  return { fetch, ...renderIn(ProductsOverlay, { profile, at, path }) };
}

export const card = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}`) });
export const rowOf = async ({ name }: Product) =>
  (await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement;

/** The body of the first call with this method, or null. */
export function sent(fetch: ReturnType<typeof mockServer>, method: string): unknown {
  const init = fetch.mock.calls.find(([, given]) => given?.method === method)?.[1];
  return init === undefined ? null : JSON.parse(init.body as string);
}

export const yes = 'Yes, remove it!';
