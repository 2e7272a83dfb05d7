import type { Product } from '@bindings';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link, Navigate, useLocation } from 'react-router';
import { NoProductFound } from '@/components/orders/products/NoProductFound';
import { PriceListFailure } from '@/components/orders/products/PriceListFailure';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { usePriceList } from '@/queries/products';
import { RefetchIndicator, SkeletonCards } from '@/ui/feedback/Skeletons';
import type { CsvColumn } from '@/ui/files/tableCsv';
import { SearchField } from '@/ui/inputs/SearchField';
import { TableMenu } from '@/ui/layout/TableMenu';
import { useCloseOverlay } from '@/ui/navigation/closeOverlay';
import { VendorsLink } from '@/ui/navigation/VendorsLink';
import { Overlay } from '@/ui/overlays/Overlay';
import { UnsavedForms, useUnsavedForms } from '@/ui/overlays/UnsavedFormsContext';

import { CategoryCard } from './CategoryCard';
import { NewCategory } from './NewCategory';
import styles from './Products.module.css';
import { type CategoryWithProducts, useProductSearch } from './useProductSearch';

const jobs = '/app/jobs';

function NoCategories() {
  const { may } = useSession();
  return (
    <div className={`card ${styles.empty}`}>
      <p>
        <b>{m.products_noCategories()}</b>
      </p>
      <p className="muted">
        {may('products.manage') ? m.products_noCategoriesHint() : m.products_noCategoriesReader()}
      </p>
    </div>
  );
}

/** Links to the vendors and to the import of a price list. */
const HeaderLinks = () => (
  <>
    <VendorsLink />
    <Permitted action="products.manage">
      <Button
        component={Link}
        to="/app/jobs/products/import"
        variant="default"
        leftSection={<IconUpload size={17} />}
      >
        {m.products_import()}
      </Button>
    </Permitted>
  </>
);

interface Price {
  category: string;
  product: Product;
}

const pricesOf = ({ category: { title }, products }: CategoryWithProducts): Price[] =>
  products.map((product) => ({ category: title, product }));

/** The columns of the price list. Its import knows these headings. */
const columns = (): CsvColumn<Price>[] => [
  [m.products_category(), ({ category }) => category],
  [m.products_name(), ({ product }) => product.name],
  [m.products_unitCost(), ({ product }) => product.unitCost],
];

const countOf = (categories: readonly CategoryWithProducts[]) =>
  categories.reduce((count, { products }) => count + products.length, 0);

function Products() {
  const { search } = useLocation();
  const leave = useCloseOverlay();
  const { dirty, report } = useUnsavedForms();
  const { list, error, isFetching, refetch } = usePriceList();
  const { query, setQuery, narrow, categories } = useProductSearch(list);

  const body =
    categories === undefined ? (
      error !== null ? (
        <PriceListFailure error={error} isFetching={isFetching} refetch={refetch} />
      ) : (
        <SkeletonCards count={3} height={132} />
      )
    ) : categories.length > 0 ? (
      categories.map((category) => <CategoryCard key={category.category.id} {...category} />)
    ) : narrow ? (
      <NoProductFound onClear={() => setQuery('')} />
    ) : (
      <NoCategories />
    );

  return (
    <Overlay
      title={m.products_title()}
      under={m.products_subtitle()}
      onClose={() => leave({ pathname: jobs, search })}
      dirty={dirty}
      size={840}
      actions={<HeaderLinks />}
      menu={<TableMenu list="products" columns={columns} rows={categories?.flatMap(pricesOf)} header />}
    >
      <UnsavedForms report={report}>
        <RefetchIndicator when={isFetching && list !== undefined} />
        <VendorsLink className={`phoneOnly ${styles.vendors}`} fullWidth />
        <NewCategory />
        {list !== undefined && list.categories.length > 0 && (
          <SearchField
            className={styles.search ?? ''}
            label={m.products_searchLabel()}
            placeholder={m.products_search()}
            query={query}
            setQuery={setQuery}
          />
        )}
        <div className={styles.list}>{body}</div>
        <p className="spoken" role="status">
          {narrow && categories !== undefined && m.products_found({ count: countOf(categories) })}
        </p>
      </UnsavedForms>
    </Overlay>
  );
}

/** `/app/jobs/products`: the price list of a contractor. Other companies have no products. */
export function ProductsOverlay() {
  const { may } = useSession();
  return may('products.view') ? <Products /> : <Navigate to={jobs} replace />;
}
