import type { PurchaseOrder } from '@bindings';
import { useEffect } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJob } from '@/queries/jobs/jobs';
import { usePurchaseOrder } from '@/queries/orders/purchaseOrders';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { popup } from '@/ui/overlays/popups';

import { OpenOrder } from './OpenOrder';
import styles from './PurchaseOrderScreen.module.css';

/** An order that cannot be loaded redirects to the jobs, with a message. */
function useLeaveWhen(lost: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!lost) return;
    void navigate('/app/jobs', { replace: true });
    void popup.oops(notice('purchaseOrderFetchFailed'));
  }, [lost, navigate]);
}

const Waiting = () => (
  <div className={`page ${styles.page}`}>
    <SkeletonCards count={3} height={120} />
  </div>
);

function OrderOfJob({ order }: { order: PurchaseOrder }) {
  const { job, isError } = useJob(order.jobId);
  const lost = job === undefined && isError;
  useLeaveWhen(lost);
  if (lost) return null;
  return job === undefined ? <Waiting /> : <OpenOrder order={order} job={job} />;
}

function Order({ id }: { id: string }) {
  const { data: order, isError } = usePurchaseOrder(id);
  const lost = order === undefined && isError;
  useLeaveWhen(lost);
  if (lost) return null;
  return order === undefined ? <Waiting /> : <OrderOfJob key={id} order={order} />;
}

/** `/app/purchase_order/:id`: a purchase order as it is printed and sent. For contractors only. */
export function PurchaseOrderScreen() {
  const { id = '' } = useParams();
  const { may } = useSession();
  return may('purchaseOrders.view') ? <Order id={id} /> : <Navigate to="/app/jobs" replace />;
}
