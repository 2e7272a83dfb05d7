import type { PurchaseOrder, PurchaseOrderItem } from '@bindings';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { productsRefusal } from '@/components/orders/progress/orderOver';
import { Permitted } from '@/components/permissions/Permitted';
import { TranslationToggle, Words } from '@/components/translations/Translated';
import { m } from '@/i18n';
import { isOptimisticId } from '@/queries/mutations/optimisticIds';
import { otherPrice } from '@/queries/orders/confirmedPrices';
import { useTranslations } from '@/queries/translations/translations';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { OrderSheet } from '@/ui/print/OrderSheet';
import type { OrderDocument } from '@/ui/print/orderDocument';
import { moneyFormat } from '@/wasm/rules';

import styles from './OrderCard.module.css';
import { formatNumber, groupByCategory } from './purchaseOrderDocument';

/** Vendor, address and dates on a phone, which has no letterhead. */
const Facts = ({ facts }: OrderDocument) => (
  <dl className={styles.facts}>
    {facts.map(({ name, main, more = [] }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="num">
          <b>{main}</b>
          {more.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </dd>
      </div>
    ))}
  </dl>
);

/** What the vendor asks for a row, where it is not what was ordered. Only the screen shows it. */
function VendorPrice({ item }: { item: PurchaseOrderItem }) {
  const price = otherPrice(item);
  if (price === null) return null;
  return <span className={styles.vendorPrice}>{m.purchase_vendorPrice({ price: moneyFormat(price) })}</span>;
}

function Rows({ order, content }: { order: PurchaseOrder; content: OrderDocument }) {
  const stored = order.items.filter(({ id }) => !isOptimisticId(id));
  const translations = useTranslations(
    'purchaseOrderItem',
    stored.map(({ id, productName, categoryTitle }) => ({ id, texts: [productName, categoryTitle] })),
  );
  return (
    <>
      <table className={styles.rows}>
        <thead>
          <tr>
            {content.columns.map(({ name, figures = false }) => (
              <th key={name} scope="col" data-figures={figures || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groupByCategory(order.items).map((item) => (
            <tr key={item.id}>
              <th scope="row">
                <Words from={translations} id={item.id} field="productName">
                  {item.productName}
                </Words>
              </th>
              <td className={styles.category}>
                <Words from={translations} id={item.id} field="categoryTitle">
                  {item.categoryTitle}
                </Words>
              </td>
              <td className={`num ${styles.quantity}`} data-figures>
                {formatNumber(item.quantity)}
                {item.received > 0 && (
                  <span className={styles.came} data-whole={item.received >= item.quantity || undefined}>
                    {m.purchase_came({ amount: formatNumber(item.received) })}
                  </span>
                )}
              </td>
              <td className={`num ${styles.cost}`} data-figures>
                {moneyFormat(item.unitCost)}
                <VendorPrice item={item} />
              </td>
              <td className={`num ${styles.sum}`} data-figures>
                {moneyFormat(item.lineTotal)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>{content.total.beside}</td>
            <th scope="row" colSpan={2} data-figures>
              {content.total.name}
            </th>
            <td className={`num ${styles.total}`} data-figures>
              {content.total.amount}
            </td>
          </tr>
        </tfoot>
      </table>
      <div className={styles.translation}>
        <TranslationToggle translations={translations} />
      </div>
    </>
  );
}

const Nothing = ({ order, onProducts }: Pick<OrderCardProps, 'order' | 'onProducts'>) => (
  <EmptyState
    art="order"
    title={m.purchase_empty()}
    action={
      <Permitted action="purchaseOrders.edit" unless={productsRefusal(order)}>
        <Button leftSection={<IconPencil size={17} aria-hidden />} onClick={onProducts}>
          {m.purchase_choose()}
        </Button>
      </Permitted>
    }
  >
    {m.purchase_emptyHint()}
  </EmptyState>
);

interface OrderCardProps {
  order: PurchaseOrder;
  content: OrderDocument;
  onProducts: () => void;
}

/** The order as it is printed: buyer, vendor, site and items. On a phone its rows are cards. */
export function OrderCard({ order, content, onProducts }: OrderCardProps) {
  return (
    <OrderSheet
      label={`${m.purchase_order()} ${order.title}`}
      head={content.head}
      facts={content.facts}
      printed={content.printed}
    >
      <Facts {...content} />
      {order.items.length === 0 ? (
        <Nothing order={order} onProducts={onProducts} />
      ) : (
        <Rows order={order} content={content} />
      )}
    </OrderSheet>
  );
}
