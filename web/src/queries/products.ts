/**
 * The price list of a contractor: product categories with their products, for the screens that show it, change it or
 * choose from it. Cached under `['products']`.
 *
 * Reading: `usePriceList()`. Changing: `usePriceListChanges()`; changing and deleting are optimistic, a new entry
 * shows when the server has stored it. A change that fails rejects with an `ApiFailure` whose `message` is ready for
 * `popup.oops`. Purchase orders have copies of their products, so they are not refetched.
 */
import type { CategoryForm, Notice, Product, ProductCategory, ProductForm } from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure, call, type Method } from '@/api/client';
import { m } from '@/i18n';
import { useSession } from './accounts/session';
import { explainFailure } from './mutations/request';

export const productKeys = { all: ['products'] as const };

/** What a company buys: categories by title, products by name. */
export interface PriceList {
  categories: ProductCategory[];
  products: Product[];
}

/** The catalogue has no message for a price list that cannot be loaded; it must not look empty. */
function unread(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure) || failure.explained) return failure;
  return new ApiFailure(failure.status, failure.code, m.products_fetchFailed(), failure.fields);
}

/** Both lists or none: products without their categories could not be shown. */
async function fetchPriceList(companyId: string): Promise<PriceList> {
  try {
    const [{ categories }, { products }] = await Promise.all([
      call<{ categories: ProductCategory[] }>('GET', `/api/products/categories/${companyId}`),
      call<{ products: Product[] }>('GET', `/api/products/products/${companyId}`),
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
    staleTime: 60_000,
  });
  return { list: data, isFetching, error, refetch };
}

interface Sent {
  method: Method;
  /** Under `/api/products/`. */
  path: string;
  body?: object;
  /** The message for a server error. */
  failureNotice: Notice;
}

async function send<T>({ method, path, body, failureNotice }: Sent): Promise<T> {
  try {
    return await call<T>(method, `/api/products/${path}`, body);
  } catch (failure) {
    throw explainFailure(failure, failureNotice);
  }
}

type Step = (list: PriceList) => PriceList;

/**
 * Cancels running requests for the list: they were sent before the change and would undo it. A first fetch is
 * awaited.
 */
async function show(queries: QueryClient, step: Step): Promise<void> {
  await queries.cancelQueries({
    queryKey: productKeys.all,
    predicate: ({ state }) => state.data !== undefined,
  });
  queries.setQueryData<PriceList>(productKeys.all, (list) => list && step(list));
}

const swapped = <T extends { id: string }>(all: T[], one: T): T[] =>
  all.map((each) => (each.id === one.id ? one : each));

/** Puts an entry back where it was, unless a refetch has brought it back already. */
const putBack = <T extends { id: string }>(all: T[], at: number, one: T): T[] =>
  all.some(({ id }) => id === one.id) ? all : all.toSpliced(at, 0, one);

const withCategory =
  (category: ProductCategory): Step =>
  (list) => ({ ...list, categories: swapped(list.categories, category) });

const withProduct =
  (product: Product): Step =>
  (list) => ({ ...list, products: swapped(list.products, product) });

/** Shows a change at once, and takes back its own part alone when it fails. */
async function atOnce(queries: QueryClient, forth: Step, back: Step, sent: Sent): Promise<void> {
  await show(queries, forth);
  try {
    await send(sent);
  } catch (failure) {
    await show(queries, back);
    throw failure;
  } finally {
    void queries.invalidateQueries({ queryKey: productKeys.all });
  }
}

/** The changes that an admin can make to the price list. */
export function usePriceListChanges() {
  const queries = useQueryClient();
  return useMemo(() => {
    const known = () => queries.getQueryData<PriceList>(productKeys.all) ?? { categories: [], products: [] };
    return {
      addCategory: async (form: CategoryForm): Promise<void> => {
        const { category } = await send<{ category: ProductCategory }>({
          method: 'POST',
          path: 'categories/add',
          body: form,
          failureNotice: 'categoryCreateFailed',
        });
        await show(queries, (list) => ({ ...list, categories: [...list.categories, category] }));
        void queries.invalidateQueries({ queryKey: productKeys.all });
      },

      renameCategory: async (category: ProductCategory, { title }: CategoryForm): Promise<void> => {
        const renamed = { ...category, title: title.trim() };
        await atOnce(queries, withCategory(renamed), withCategory(category), {
          method: 'PUT',
          path: 'categories',
          body: { categoryId: category.id, title },
          failureNotice: 'notSaved',
        });
      },

      /** Its products are deleted with it, and restored with it. */
      removeCategory: async (category: ProductCategory): Promise<void> => {
        const { categories, products } = known();
        const at = categories.findIndex(({ id }) => id === category.id);
        const gone = products.flatMap((product, place) =>
          product.categoryId === category.id ? [{ product, place }] : [],
        );
        await atOnce(
          queries,
          (list) => ({
            categories: list.categories.filter(({ id }) => id !== category.id),
            products: list.products.filter(({ categoryId }) => categoryId !== category.id),
          }),
          (list) => ({
            categories: putBack(list.categories, at, category),
            products: gone.reduce((all, { product, place }) => putBack(all, place, product), list.products),
          }),
          { method: 'DELETE', path: `categories/${category.id}`, failureNotice: 'categoryRemoveFailed' },
        );
      },

      addProduct: async (category: ProductCategory, form: ProductForm): Promise<void> => {
        const { product } = await send<{ product: Product }>({
          method: 'POST',
          path: 'add',
          body: { ...form, categoryId: category.id },
          failureNotice: 'notSaved',
        });
        await show(queries, (list) => ({ ...list, products: [...list.products, product] }));
        void queries.invalidateQueries({ queryKey: productKeys.all });
      },

      updateProduct: async (product: Product, form: ProductForm): Promise<void> => {
        const changed = { ...product, name: form.name.trim(), unitCost: form.unitCost ?? product.unitCost };
        await atOnce(queries, withProduct(changed), withProduct(product), {
          method: 'PUT',
          path: 'products',
          body: { ...form, id: product.id },
          failureNotice: 'notSaved',
        });
      },

      removeProduct: async (product: Product): Promise<void> => {
        const at = known().products.findIndex(({ id }) => id === product.id);
        await atOnce(
          queries,
          (list) => ({ ...list, products: list.products.filter(({ id }) => id !== product.id) }),
          (list) => ({ ...list, products: putBack(list.products, at, product) }),
          { method: 'DELETE', path: `products/${product.id}`, failureNotice: 'productRemoveFailed' },
        );
      },
    };
  }, [queries]);
}
