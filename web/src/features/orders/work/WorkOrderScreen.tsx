import type { WorkOrder } from '@bindings';
import { Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ApiFailure } from '@/api/client';
import { m, notice } from '@/i18n';
import { useJob } from '@/queries/jobs/jobs';
import { useWorkOrder } from '@/queries/orders/workOrders';
import { PageTitle } from '@/ui/layout/PageTitle';
import { popup } from '@/ui/overlays/popups';

import { OrderPage } from './OrderPage';
import styles from './OrderPage.module.css';

/** Placeholders for the order and its signatures. */
function Loading() {
  return (
    <div className={`page ${styles.page}`} role="status" aria-label={m.common_loading()}>
      <div className={styles.main}>
        <PageTitle title={m.workOrders_kind()} under={m.common_loading()} />
        <Skeleton height={420} radius={8} className={styles.sheet ?? ''} />
      </div>
      <div className={styles.side}>
        <Skeleton height={220} radius={8} className={styles.signOffs ?? ''} />
      </div>
    </div>
  );
}

/** Whether the order could not be loaded, or was deleted. */
const isLost = (known: unknown, error: Error | null): boolean =>
  error !== null && (known === undefined || (error instanceof ApiFailure && error.status === 404));

/** Redirects to the jobs and shows the error there. */
function Lost() {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate('/app/jobs', { replace: true });
    void popup.oops(notice('workOrderFetchFailed'));
  }, [navigate]);
  return null;
}

/** The order and its job, once both have loaded. */
function Known({ order }: { order: WorkOrder }) {
  const { job, error } = useJob(order.jobId);
  if (isLost(job, error)) return <Lost />;
  return job === undefined ? <Loading /> : <OrderPage order={order} job={job} />;
}

/** `/app/work_order/:id`: the work of a crew, its pay, and the signatures. */
export function WorkOrderScreen() {
  const { id = '' } = useParams();
  const { order, error } = useWorkOrder(id);
  if (isLost(order, error)) return <Lost />;
  return order === undefined ? <Loading /> : <Known key={order.id} order={order} />;
}
