import type { Job, SignOff, WorkOrder } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { runWithPopup } from '@/components/feedback/runWithPopup';
import { Permitted } from '@/components/permissions/Permitted';
import { TranslationToggle, Words } from '@/components/translations/Translated';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { isOptimisticId } from '@/queries/mutations/optimisticIds';
import { useWorkOrderChanges, useWorkOrders } from '@/queries/orders/workOrders';
import { type Translations, useTranslations } from '@/queries/translations/translations';
import { Avatar } from '@/ui/brand/Avatar';
import type { CsvColumn } from '@/ui/files/tableCsv';

import { OrderList, orderTotalHeads, orderTotals } from './JobOrders';
import styles from './JobWorkOrders.module.css';
import { NewOrder } from './NewOrder';

const Signer = ({ signOff }: { signOff: SignOff }) => (
  <span className={styles.signer}>
    <Avatar person={{ ...signOff, id: signOff.userId ?? signOff.id }} size={24} />
    <span>
      {signOff.firstName} {signOff.lastName}
    </span>
    {signOff.changedSince && (
      <span className={styles.changed}>
        <IconAlertTriangle size={15} aria-hidden />
        {m.workOrders_changed()}
      </span>
    )}
  </span>
);

/** Deletes an order after a confirmation that names it. */
function DeleteButton({ order }: { order: WorkOrder }) {
  const { remove } = useWorkOrderChanges(order.jobId);
  const { title } = order;
  const confirmAndDelete = async () => {
    if (await confirmDelete(m.workOrders_deleteSure({ title }))) await runWithPopup(() => remove(order.id));
  };
  return (
    <Permitted action="workOrders.delete">
      <ActionIcon aria-label={m.workOrders_deleteNamed({ title })} onClick={() => void confirmAndDelete()}>
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    </Permitted>
  );
}

interface RowProps {
  order: WorkOrder;
  translations: Translations;
  own: boolean;
}

function Row({ order, translations, own }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <Link to={`/app/work_order/${order.id}`} className="tableLink">
          <Words from={translations} id={order.id} field="title">
            {order.title}
          </Words>
        </Link>
      </th>
      {orderTotals(order, order.orderItems.length)}
      <td className={styles.signers}>
        {order.signOffs.length === 0 ? (
          <span className="dim">{m.jobs_notSigned()}</span>
        ) : (
          order.signOffs.map((signOff) => <Signer key={signOff.id} signOff={signOff} />)
        )}
      </td>
      <td className={styles.actions}>
        <Button component={Link} to={`/app/work_order/${order.id}`} variant="default" size="compact-md">
          {m.workOrders_open()}
        </Button>
        {own && <DeleteButton order={order} />}
      </td>
    </tr>
  );
}

/** The columns of the table. */
const columns = (): CsvColumn<WorkOrder>[] => [
  [m.jobs_orderTitle(), ({ title }) => title],
  [m.jobs_orderItems(), ({ orderItems }) => orderItems.length],
  [m.jobs_orderTotal(), ({ total }) => total],
  [
    m.jobs_signedBy(),
    ({ signOffs }) => signOffs.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join('; '),
  ],
];

/** The work orders of a job with their totals and signatures. The contractor's admins create and delete them. */
export function JobWorkOrders({ job }: { job: Job }) {
  const { company } = useSession();
  const orders = useWorkOrders(job.id);
  const own = company.companyType === 'contractor';
  const { create } = useWorkOrderChanges(job.id);
  const stored = orders.data?.filter(({ id }) => !isOptimisticId(id)) ?? [];
  const translations = useTranslations(
    'workOrder',
    stored.map(({ id, title }) => ({ id, texts: [title] })),
  );
  const navigate = useNavigate();
  return (
    <div className={styles.tab}>
      {own && (
        <NewOrder
          label={m.workOrders_new()}
          action="workOrders.create"
          jobNumber={job.jobNumber}
          titles={orders.data?.map(({ title }) => title)}
          create={create}
          onCreated={({ id }) => navigate(`/app/work_order/${id}`)}
        />
      )}
      <OrderList<WorkOrder>
        orders={orders}
        none={m.jobs_noWorkOrders()}
        noneHint={m.jobs_noWorkOrdersHint()}
        list="work-orders"
        columns={columns}
      >
        {(all) => (
          <table className={`table ${styles.table}`}>
            <thead>
              <tr>
                <th scope="col">{m.jobs_orderTitle()}</th>
                {orderTotalHeads()}
                <th scope="col">{m.jobs_signedBy()}</th>
                <th scope="col">
                  <span className="spoken">{m.workOrders_open()}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {all.map((order) => (
                <Row key={order.id} order={order} translations={translations} own={own} />
              ))}
            </tbody>
          </table>
        )}
      </OrderList>
      <TranslationToggle translations={translations} />
    </div>
  );
}
