/** What was ordered for a job. Everybody on it reads the work orders; purchase orders are the contractor's alone. */
import type { JobId, PurchaseOrder, WorkOrder } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';

import { inWords } from './jobChange';
import { watched } from './watched';

/** The work orders of a job, the oldest first. */
export const useWorkOrders = (jobId: JobId) =>
  useQuery({
    queryKey: ['workOrders', jobId],
    queryFn: async () => {
      try {
        const path = `/api/work_orders/job/${encodeURIComponent(jobId)}`;
        return (await call<{ orders: WorkOrder[] }>('GET', path)).orders;
      } catch (failure) {
        throw inWords(failure, 'workOrdersFetchFailed');
      }
    },
    ...watched,
  });

/** The purchase orders of a job, the oldest first. Ask only for contractors. */
export const usePurchaseOrders = (jobId: JobId, wanted: boolean) =>
  useQuery({
    queryKey: ['purchaseOrders', jobId],
    queryFn: async () => {
      try {
        const path = `/api/purchase_orders/job/${encodeURIComponent(jobId)}`;
        return (await call<{ orders: PurchaseOrder[] }>('GET', path)).orders;
      } catch (failure) {
        throw inWords(failure, 'purchaseOrdersFetchFailed');
      }
    },
    enabled: wanted,
  });
