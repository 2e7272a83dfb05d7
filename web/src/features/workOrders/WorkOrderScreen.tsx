import type { WorkOrder } from '@bindings';
import { Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ApiFailure } from '@/api/client';
import { m, notice } from '@/i18n';
import { useJob } from '@/session/jobs';
import { useWorkOrder } from '@/session/workOrders';
import { PageTitle } from '@/ui/PageTitle';
import { popup } from '@/ui/popups';

import { OrderPage } from './OrderPage';
import styles from './OrderPage.module.css';

/** A card where the order and its signatures will be. */
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

/** There is nothing to show: it could not be had at all, or it is not there any more. */
const isLost = (known: unknown, error: Error | null): boolean =>
  error !== null && (known === undefined || (error instanceof ApiFailure && error.status === 404));

/** Says that the order cannot be shown, on the page that follows it. */
function Lost() {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate('/app/jobs', { replace: true });
    void popup.oops(notice('workOrderFetchFailed'));
  }, [navigate]);
  return null;
}

/** The order once it is known; its job says where and for whom. */
function Known({ order }: { order: WorkOrder }) {
  const { job, error } = useJob(order.jobId);
  if (isLost(job, error)) return <Lost />;
  return job === undefined ? <Loading /> : <OrderPage order={order} job={job} />;
}

/** `/app/work_order/:id`: what a crew is to do, what it is paid for it, and who agreed. */
export function WorkOrderScreen() {
  const { id = '' } = useParams();
  const { order, error } = useWorkOrder(id);
  if (isLost(order, error)) return <Lost />;
  return order === undefined ? <Loading /> : <Known key={order.id} order={order} />;
}
