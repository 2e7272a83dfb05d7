/**
 * The price list of a contractor: product categories with their products, for the screens that show, change or use it.
 * Cached under `['products']`.
 *
 * Reading: `usePriceList()`. Changing: `usePriceListChanges()`; changing and deleting are optimistic, a new entry
 * shows when the server has stored it. A change that fails rejects with an `ApiFailure` whose `message` is ready for
 * `popup.oops`. Purchase orders have copies of their products, so they are not refetched.
 */
import type { CategoryForm, Product, ProductCategory, ProductForm } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure, call } from '@/api/client';
import { m } from '@/i18n';
import { useSession } from './accounts/session';
import { patched, withOne, without } from './mutations/lists';
import { useDataChange, useReplay } from './mutations/optimisticData';

export const productKeys = { all: ['products'] as const };

const path = '/api/products';

/** Categories sorted by title, products by name. */
export interface PriceList {
  categories: ProductCategory[];
  products: Product[];
}

/** The catalog has no message for a price list that cannot be loaded; it must not look empty. */
function unread(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure) || failure.explained) return failure;
  return new ApiFailure(failure.status, failure.code, m.products_fetchFailed(), failure.fields);
}

/** Fetches both lists or fails: products cannot be shown without their categories. */
async function fetchPriceList(companyId: string): Promise<PriceList> {
  try {
    const [{ categories }, { products }] = await Promise.all([
      call<{ categories: ProductCategory[] }>('GET', `${path}/categories/${companyId}`),
      call<{ products: Product[] }>('GET', `${path}/products/${companyId}`),
    ]);
    return { categories, products };
  } catch (failure) {
    throw unread(failure);
  }
}

/** The whole price list of the signed-in company. */
export function usePriceList() {
  const { company } = useSession();
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: productKeys.all,
    queryFn: () => fetchPriceList(company.id),
    select: useReplay<PriceList>(productKeys.all),
    staleTime: 60_000,
  });
  return { list: data, isFetching, error, refetch };
}

/** The changes that an admin can make to the price list. */
export function usePriceListChanges() {
  const change = useDataChange<PriceList>(productKeys.all);
  return useMemo(
    () => ({
      addCategory: async (form: CategoryForm): Promise<void> => {
        await change<{ category: ProductCategory }>({
          request: { path: `${path}/categories/add`, body: form, failureNotice: 'categoryCreateFailed' },
          stored:
            ({ category }) =>
            (list) => ({ ...list, categories: withOne(list.categories, category) }),
        });
      },

      renameCategory: async ({ id }: ProductCategory, { title }: CategoryForm): Promise<void> => {
        const renamed = { title: title.trim() };
        await change({
          lane: id,
          shown: (list) => ({ ...list, categories: patched(list.categories, id, renamed) }),
          request: {
            method: 'PUT',
            path: `${path}/categories`,
            body: { categoryId: id, title },
            failureNotice: 'notSaved',
          },
        });
      },

      /** Its products are deleted with it. */
      removeCategory: async ({ id }: ProductCategory): Promise<void> => {
        await change({
          lane: id,
          shown: ({ categories, products }) => ({
            categories: without(categories, id),
            products: products.filter(({ categoryId }) => categoryId !== id),
          }),
          request: {
            method: 'DELETE',
            path: `${path}/categories/${id}`,
            failureNotice: 'categoryRemoveFailed',
          },
        });
      },

      addProduct: async (category: ProductCategory, form: ProductForm): Promise<void> => {
        await change<{ product: Product }>({
          request: {
            path: `${path}/add`,
            body: { ...form, categoryId: category.id },
            failureNotice: 'notSaved',
          },
          stored:
            ({ product }) =>
            (list) => ({ ...list, products: withOne(list.products, product) }),
        });
      },

      updateProduct: async ({ id, unitCost }: Product, form: ProductForm): Promise<void> => {
        const changed = { name: form.name.trim(), unitCost: form.unitCost ?? unitCost };
        await change({
          lane: id,
          shown: (list) => ({ ...list, products: patched(list.products, id, changed) }),
          request: {
            method: 'PUT',
            path: `${path}/products`,
            body: { ...form, id },
            failureNotice: 'notSaved',
          },
        });
      },

      removeProduct: async ({ id }: Product): Promise<void> => {
        await change({
          lane: id,
          shown: (list) => ({ ...list, products: without(list.products, id) }),
          request: {
            method: 'DELETE',
            path: `${path}/products/${id}`,
            failureNotice: 'productRemoveFailed',
          },
        });
      },
    }),
    [change],
  );
}
