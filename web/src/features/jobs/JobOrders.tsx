import type { Job, PurchaseOrder, WorkOrder } from '@bindings';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { m } from '@/i18n';
import { usePurchaseOrders, useWorkOrders } from '@/session/orders';
import { EmptyState } from '@/ui/EmptyState';
import { SkeletonCards } from '@/ui/Skeletons';
import { moneyFormat } from '@/wasm/rules';

import styles from './JobOrders.module.css';

interface OrdersProps<Order> {
  orders: { data: Order[] | undefined; error: Error | null; refetch: () => unknown };
  none: string;
  noneHint: string;
  children: (orders: Order[]) => ReactNode;
}

/** A list of orders while it comes, when it cannot be had, and when there is none. */
function Orders<Order>({ orders, none, noneHint, children }: OrdersProps<Order>) {
  const { data, error, refetch } = orders;
  if (data === undefined && error !== null)
    return (
      <EmptyState
        art="order"
        title={error.message}
        action={<Button onClick={() => void refetch()}>{m.jobs_retry()}</Button>}
      >
        {m.common_tryAgain()}
      </EmptyState>
    );
  if (data === undefined) return <SkeletonCards count={2} height={56} />;
  if (data.length === 0)
    return (
      <EmptyState art="order" title={none}>
        {noneHint}
      </EmptyState>
    );
  return <div className={`card ${styles.list}`}>{children(data)}</div>;
}

const figures = (order: { total: number }, items: number) => (
  <>
    <td className="right num">{items}</td>
    <td className="right num">{moneyFormat(order.total)}</td>
  </>
);

const heads = () => (
  <>
    <th scope="col" className="right">
      {m.jobs_orderItems()}
    </th>
    <th scope="col" className="right">
      {m.jobs_orderTotal()}
    </th>
  </>
);

/** The work orders of a job with their totals, and who signed them. */
export function JobWorkOrders({ job }: { job: Job }) {
  const orders = useWorkOrders(job.id);
  return (
    <Orders<WorkOrder> orders={orders} none={m.jobs_noWorkOrders()} noneHint={m.jobs_noWorkOrdersHint()}>
      {(all) => (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{m.jobs_orderTitle()}</th>
              {heads()}
              <th scope="col">{m.jobs_signedBy()}</th>
            </tr>
          </thead>
          <tbody>
            {all.map((order) => (
              <tr key={order.id}>
                <th scope="row">{order.title}</th>
                {figures(order, order.orderItems.length)}
                <td>
                  {order.signOffs.length === 0 ? (
                    <span className="dim">{m.jobs_notSigned()}</span>
                  ) : (
                    order.signOffs.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ')
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Orders>
  );
}

/** The purchase orders of a job with their totals; the contractor's alone. */
export function JobPurchaseOrders({ job }: { job: Job }) {
  const orders = usePurchaseOrders(job.id, true);
  return (
    <Orders<PurchaseOrder>
      orders={orders}
      none={m.jobs_noPurchaseOrders()}
      noneHint={m.jobs_noPurchaseOrdersHint()}
    >
      {(all) => (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{m.jobs_orderTitle()}</th>
              {heads()}
            </tr>
          </thead>
          <tbody>
            {all.map((order) => (
              <tr key={order.id}>
                <th scope="row">{order.title}</th>
                {figures(order, order.items.length)}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Orders>
  );
}
