import type { ReactNode } from 'react';
import { m } from '@/i18n';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import type { CsvColumn } from '@/ui/files/tableCsv';
import { TableMenu } from '@/ui/layout/TableMenu';
import { moneyFormat } from '@/wasm/rules';

import styles from './JobOrders.module.css';

interface OrdersProps<Order> {
  orders: { data: Order[] | undefined; error: Error | null; refetch: () => unknown };
  none: string;
  noneHint: string;
  /** The name of the list, in that of its file. */
  list: string;
  columns: () => readonly CsvColumn<Order>[];
  children: (orders: Order[]) => ReactNode;
}

/** A list of orders in its loading, error or empty state. */
export function OrderList<Order>({ orders, none, noneHint, list, columns, children }: OrdersProps<Order>) {
  const { data, error, refetch } = orders;
  if (data === undefined && error !== null)
    return <LoadFailure art="order" why={error.message} onRetry={refetch} />;
  if (data === undefined) return <SkeletonCards count={2} height={56} />;
  if (data.length === 0)
    return (
      <EmptyState art="order" title={none}>
        {noneHint}
      </EmptyState>
    );
  return (
    <div className={`card ${styles.list}`}>
      <div className={styles.menu}>
        <TableMenu list={list} columns={columns} rows={data} />
      </div>
      {children(data)}
    </div>
  );
}

/** The cells that every kind of order has: the number of items, and the total. */
export const orderTotals = (order: { total: number }, items: number) => (
  <>
    <td className="right num">{items}</td>
    <td className="right num">{moneyFormat(order.total)}</td>
  </>
);

/** The heads of those cells. */
export const orderTotalHeads = () => (
  <>
    <th scope="col" className="right">
      {m.jobs_orderItems()}
    </th>
    <th scope="col" className="right">
      {m.jobs_orderTotal()}
    </th>
  </>
);
