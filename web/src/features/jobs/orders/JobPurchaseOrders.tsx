import type { Job, PurchaseOrder, VendorId } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconBuildingStore, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { runWithToast } from '@/components/feedback/runWithToast';
import { AssignProducts } from '@/components/orders/products/AssignProducts';
import { OrderStatus, orderStatusName } from '@/components/orders/progress/OrderStatus';
import { productsRefusal } from '@/components/orders/progress/orderOver';
import { OrderSendStatus } from '@/components/orders/sends/SendStatus';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { usePurchaseOrderChanges, usePurchaseOrders } from '@/queries/orders/purchaseOrders';
import { useVendors } from '@/queries/vendors';
import type { CsvColumn } from '@/ui/files/tableCsv';
import { chooseProducts } from '@/ui/navigation/newOrder';
import { useVendorsLink } from '@/ui/navigation/VendorsLink';
import { usePhone } from '@/ui/theme/usePhone';
import { moneyFormat } from '@/wasm/rules';

import { JobMaterials } from './JobMaterials';
import { OrderList, orderTotalHeads, orderTotals } from './JobOrders';
import styles from './JobPurchaseOrders.module.css';
import { NewOrder } from './NewOrder';

interface OrderProps {
  order: PurchaseOrder;
  /** Undefined until the vendors have loaded. */
  vendor: string | null | undefined;
  onProducts: () => void;
}

const addressOf = ({ id }: PurchaseOrder) => `/app/purchase_order/${id}`;

function Verbs({ order, onProducts }: OrderProps) {
  const { title } = order;
  const { remove } = usePurchaseOrderChanges();
  const confirmAndDelete = async () => {
    const sure = await confirmDelete(m.purchase_deleteSure({ title }));
    if (sure) await runWithToast(() => remove(order), m.purchase_deleted({ title }));
  };
  return (
    <div className={styles.verbs}>
      <Permitted action="purchaseOrders.edit" unless={productsRefusal(order)}>
        <Button
          variant="default"
          size="xs"
          aria-label={m.purchase_productsOn({ title })}
          onClick={onProducts}
        >
          {m.purchase_products()}
        </Button>
      </Permitted>
      <Button
        component={Link}
        to={addressOf(order)}
        variant="default"
        size="xs"
        aria-label={m.purchase_openNamed({ title })}
      >
        {m.purchase_open()}
      </Button>
      <Permitted action="purchaseOrders.edit">
        <ActionIcon aria-label={m.purchase_deleteNamed({ title })} onClick={() => void confirmAndDelete()}>
          <IconTrash size={17} aria-hidden />
        </ActionIcon>
      </Permitted>
    </div>
  );
}

const VendorName = ({ vendor }: Pick<OrderProps, 'vendor'>) =>
  vendor === null ? <span className="dim">{m.purchase_noVendor()}</span> : vendor;

function Row(props: OrderProps) {
  const { order, vendor } = props;
  return (
    <tr>
      <td>
        <Link className={`num ${styles.title} tableLink`} to={addressOf(order)}>
          {order.title}
        </Link>
      </td>
      <td>
        <VendorName vendor={vendor} />
      </td>
      <td>
        <OrderStatus order={order} />
      </td>
      {orderTotals(order, order.items.length)}
      <td>
        <OrderSendStatus order={order} />
      </td>
      <td>
        <Verbs {...props} />
      </td>
    </tr>
  );
}

function Card(props: OrderProps) {
  const { order, vendor } = props;
  return (
    <li className={styles.card}>
      <div className={styles.line}>
        <Link className={`num ${styles.title} tableLink`} to={addressOf(order)}>
          {order.title}
        </Link>
        <strong className="num">{moneyFormat(order.total)}</strong>
      </div>
      <div className={styles.line}>
        <span className="grow">
          <VendorName vendor={vendor} />
        </span>
        <span className="muted num">{m.purchase_productCount({ count: order.items.length })}</span>
      </div>
      <OrderStatus order={order} />
      <OrderSendStatus order={order} />
      <Verbs {...props} />
    </li>
  );
}

/** The name of a vendor: null without one, undefined until the vendors have loaded. */
function useVendorNames() {
  const { data, isPending } = useVendors();
  return (id: VendorId | null) => {
    if (id === null) return null;
    return data?.vendors.find((vendor) => vendor.id === id)?.name ?? (isPending ? undefined : null);
  };
}

/** The columns of the table. */
const columnsOf = (vendorOf: ReturnType<typeof useVendorNames>): CsvColumn<PurchaseOrder>[] => [
  [m.jobs_orderTitle(), ({ title }) => title],
  [m.purchase_vendor(), ({ vendorId }) => vendorOf(vendorId) ?? null],
  [m.purchase_status(), ({ status }) => orderStatusName(status)],
  [m.jobs_orderItems(), ({ items }) => items.length],
  [m.jobs_orderTotal(), ({ total }) => total],
  [m.purchase_sending(), ({ sends }) => sends.at(-1)?.sentAt ?? null],
];

interface ListProps {
  all: PurchaseOrder[];
  vendorOf: ReturnType<typeof useVendorNames>;
  onProducts: (order: PurchaseOrder) => void;
}

function List({ all, vendorOf, onProducts }: ListProps) {
  const phone = usePhone();
  const propsOf = (order: PurchaseOrder) => ({
    order,
    vendor: vendorOf(order.vendorId),
    onProducts: () => onProducts(order),
  });
  if (phone)
    return (
      <ul className={styles.cards} aria-label={m.jobs_purchaseOrders()}>
        {all.map((order) => (
          <Card key={order.id} {...propsOf(order)} />
        ))}
      </ul>
    );
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{m.jobs_orderTitle()}</th>
          <th scope="col">{m.purchase_vendor()}</th>
          <th scope="col">{m.purchase_status()}</th>
          {orderTotalHeads()}
          <th scope="col">{m.purchase_sending()}</th>
          <th scope="col">
            <span className="spoken">{m.common_edit()}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {all.map((order) => (
          <Row key={order.id} {...propsOf(order)} />
        ))}
      </tbody>
    </table>
  );
}

const Vendors = () => (
  <Button
    component={Link}
    {...useVendorsLink()}
    variant="subtle"
    color="gray"
    leftSection={<IconBuildingStore size={17} aria-hidden />}
  >
    {m.purchase_manageVendors()}
  </Button>
);

/** The purchase orders of a job, each with a link to its page. For contractors only. */
export function JobPurchaseOrders({ job }: { job: Job }) {
  const orders = usePurchaseOrders(job.id, true);
  const vendorOf = useVendorNames();
  const { create } = usePurchaseOrderChanges();
  const navigate = useNavigate();
  const [choosing, setChoosing] = useState<string | null>(null);
  const chosen = orders.data?.find(({ id }) => id === choosing);
  return (
    <div className={styles.orders}>
      <NewOrder
        label={m.purchase_new()}
        action="purchaseOrders.edit"
        jobNumber={job.jobNumber}
        titles={orders.data?.map(({ title }) => title)}
        create={(title) => create({ jobId: job.id, title })}
        onCreated={(order) => navigate(addressOf(order), { state: chooseProducts })}
        beside={<Vendors />}
      />
      <OrderList<PurchaseOrder>
        orders={orders}
        none={m.jobs_noPurchaseOrders()}
        noneHint={m.jobs_noPurchaseOrdersHint()}
        list="purchase-orders"
        columns={() => columnsOf(vendorOf)}
      >
        {(all) => <List all={all} vendorOf={vendorOf} onProducts={({ id }) => setChoosing(id)} />}
      </OrderList>
      {orders.data !== undefined && <JobMaterials orders={orders.data} />}
      {chosen !== undefined && (
        <AssignProducts key={chosen.id} order={chosen} job={job} onClose={() => setChoosing(null)} />
      )}
    </div>
  );
}
