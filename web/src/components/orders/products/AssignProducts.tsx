import type { Job, PurchaseOrder } from '@bindings';
import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { ApiFailure } from '@/api/client';
import { ChangedOrder, type ChangedRow } from '@/components/orders/ChangedOrder';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { usePurchaseOrderChanges } from '@/queries/orders/purchaseOrders';
import { usePriceList } from '@/queries/products';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { SearchField } from '@/ui/inputs/SearchField';
import { popup } from '@/ui/overlays/popups';
import { SidePanel } from '@/ui/overlays/SidePanel';
import { toast } from '@/ui/overlays/toasts';
import { quantityText } from '@/ui/print/orderDocument';
import { moneyFormat } from '@/wasm/rules';

import styles from './AssignProducts.module.css';
import { FillFromMeasurements } from './FillFromMeasurements';
import { NoProductFound } from './NoProductFound';
import { orderableCategories, type ProductCategory, productRows, searchProducts } from './orderableProducts';
import { PriceListFailure } from './PriceListFailure';
import { ProductLines } from './ProductLines';
import { type Quantities, useQuantities } from './useQuantities';

interface AssignProps {
  order: PurchaseOrder;
  job: Job;
  onClose: () => void;
}

const NoProducts = () => (
  <EmptyState
    art="order"
    title={m.purchase_noProducts()}
    action={
      <Button component={Link} to="/app/jobs/products">
        {m.purchase_createProducts()}
      </Button>
    }
  >
    {m.purchase_noProductsHint()}
  </EmptyState>
);

/** Saves once; the typed quantities stay in the panel if that fails. */
function useSaving(onClose: () => void, onChanged: (now: PurchaseOrder, message: string) => void) {
  const [busy, setBusy] = useState(false);
  const save = async (change: () => Promise<void>, done: string) => {
    setBusy(true);
    try {
      await change();
      onClose();
      toast.sweet(done);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setBusy(false);
      const now = failure.changedTo<PurchaseOrder>('order');
      if (now === null) void popup.oops(failure.message);
      else onChanged(now, failure.message);
    }
  };
  return { busy, save };
}

/** The products that someone else has changed since the user saw the order, and those that the user has typed. */
function changedRows(seen: PurchaseOrder, now: PurchaseOrder, { typed, nameOf }: Quantities): ChangedRow[] {
  const [before, after] = [seen, now].map(
    ({ items }) => new Map(items.map((item) => [item.productId, item])),
  );
  const ids = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? []), ...typed.keys()]);
  return [...ids].flatMap((id): ChangedRow[] => {
    const [was, is] = [before?.get(id), after?.get(id)];
    const mine = typed.get(id);
    if (was?.quantity === is?.quantity && mine === undefined) return [];
    return [
      {
        id,
        name: is?.productName ?? was?.productName ?? nameOf(id),
        now: is === undefined ? null : quantityText(is.quantity),
        mine: mine === undefined ? null : quantityText(Number(mine)),
      },
    ];
  });
}

/** The price list: loading, failed, or empty. */
function Unready({ list, error, isFetching, refetch }: ReturnType<typeof usePriceList>) {
  if (list !== undefined) return <NoProducts />;
  if (error === null) return <SkeletonCards count={6} height={56} />;
  return <PriceListFailure error={error} isFetching={isFetching} refetch={refetch} />;
}

interface CategoriesProps {
  /** Shown above the products. */
  notice: ReactNode;
  job: Job;
  categories: readonly ProductCategory[];
  quantities: Quantities;
  query: string;
  setQuery: (query: string) => void;
  wanted: string | null;
  reveal: (productId: string | null) => void;
}

function CategoryLists({
  notice,
  job,
  categories,
  quantities,
  query,
  setQuery,
  wanted,
  reveal,
}: CategoriesProps) {
  const onRevealed = useCallback(() => reveal(null), [reveal]);
  const searched = useDeferredValue(query);
  const { company } = useSession();
  const search = useMemo(() => searchProducts(categories, company.id), [categories, company.id]);
  const lines = useMemo(() => productRows(search(searched)), [search, searched]);
  return (
    <div className={styles.panel}>
      {notice}
      <SearchField
        label={m.purchase_find()}
        placeholder={m.purchase_find()}
        query={query}
        setQuery={setQuery}
      />
      <FillFromMeasurements
        job={job}
        categories={categories}
        onFill={(productId, quantity) => {
          quantities.set(productId, quantity);
          reveal(productId);
        }}
      />
      {lines.length === 0 ? (
        <NoProductFound onClear={() => setQuery('')} />
      ) : (
        <ProductLines lines={lines} quantities={quantities} wanted={wanted} onRevealed={onRevealed} />
      )}
    </div>
  );
}

/** Sets the quantities of the products on a purchase order, and shows the total. */
export function AssignProducts({ order, job, onClose }: AssignProps) {
  const prices = usePriceList();
  const { saveItems } = usePurchaseOrderChanges();
  const [query, setQuery] = useState('');
  const [wanted, setWanted] = useState<string | null>(null);
  // The order as the user has seen it: an optimistic save changes it at once, and must not become the baseline.
  const [opened, setOpened] = useState(order);
  const [changed, setChanged] = useState<{ seen: PurchaseOrder; message: string } | null>(null);
  const { busy, save } = useSaving(onClose, (now, message) => {
    setChanged({ seen: changed?.seen ?? opened, message });
    setOpened(now);
  });
  const { list } = prices;
  const categories = useMemo(
    () => (list === undefined ? [] : orderableCategories(list, opened)),
    [list, opened],
  );
  const quantities = useQuantities(opened, categories);
  const { chosen, total, wrong, dirty } = quantities;

  /** Clears the search, because it may hide the refused row. */
  const reveal = useCallback((productId: string | null) => {
    if (productId !== null) setQuery('');
    setWanted(productId);
  }, []);
  const onSave = () => {
    if (wrong !== undefined) return reveal(wrong);
    if (!dirty) return onClose();
    void save(() => saveItems(opened, chosen), m.purchase_saved({ title: order.title }));
  };
  const footer = (close: () => void) => (
    <>
      <div className={styles.total}>
        <span className="muted">{m.purchase_runningTotal()}</span>
        <strong className="num" role="status" aria-label={m.purchase_runningTotal()}>
          {moneyFormat(total)}
        </strong>
      </div>
      {/* On a phone the arrow in the header goes back, and the total needs the space. */}
      <Button variant="default" className="deskOnly" onClick={close}>
        {m.common_cancel()}
      </Button>
      <Button loading={busy} onClick={onSave}>
        {changed === null ? m.purchase_save() : m.orders_saveMine()}
      </Button>
    </>
  );

  const ready = categories.length > 0;
  const notice = changed !== null && (
    <ChangedOrder
      message={changed.message}
      rows={changedRows(changed.seen, opened, quantities)}
      onLoadTheirs={() => {
        quantities.clear();
        setChanged(null);
      }}
    />
  );
  return (
    <SidePanel
      title={m.purchase_productsOn({ title: order.title })}
      under={job.title}
      width={520}
      onClose={onClose}
      dirty={dirty && !busy}
      {...(ready ? { footer } : {})}
    >
      {ready ? (
        <CategoryLists {...{ notice, job, categories, quantities, query, setQuery, wanted, reveal }} />
      ) : (
        <Unready {...prices} />
      )}
    </SidePanel>
  );
}
