/**
 * The work orders of a job, for its tab and card and for their own pages. All users of the job can read them. The
 * orders of a job are cached under `['workOrders', 'job', jobId]`, one under `['workOrders', 'one', id]`.
 *
 * Pending changes are applied to the cached responses while they are read. Changing: `useWorkOrderChanges(jobId)`
 * creates and deletes orders, `useWorkOrderEditing(order)` changes one. A change that fails rejects with an
 * `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { JobId, SignOff, User, WorkOrder, WorkOrderId } from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure, call } from '@/api/client';
import { upload } from '@/api/upload';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { polling } from '@/queries/live/polling';
import { without } from '@/queries/mutations/lists';
import { runOptimistic, usePendingChanges, writeData } from '@/queries/mutations/optimistic';
import { queuedId } from '@/queries/mutations/optimisticIds';
import { explainFailure, sendRequest } from '@/queries/mutations/request';
import { withRequestForm } from '@/queries/mutations/requestKeys';
import { isPendingEntry, type Queued, useQueued } from '@/queries/offline/outbox';
import { applyOrderChange, type OrderChange } from './optimisticWorkOrder';
import { patchOrder } from './ordersCache';

const path = '/api/work_orders';

export const workOrderKeys = {
  root: ['workOrders'] as const,
  ofJob: (jobId: JobId) => ['workOrders', 'job', jobId] as const,
  one: (id: WorkOrderId) => ['workOrders', 'one', id] as const,
  /** Changes of one order. */
  change: (id: WorkOrderId) => ['workOrders', 'change', id] as const,
  /** Orders of a job that are being deleted. */
  removal: (jobId: JobId) => ['workOrders', 'removal', jobId] as const,
};

/** The work orders of a job, the oldest first, without those that are being deleted. */
export function useWorkOrders(jobId: JobId, wanted = true) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: workOrderKeys.ofJob(jobId),
    queryFn: async () => {
      try {
        const address = `${path}/job/${encodeURIComponent(jobId)}`;
        return (await call<{ orders: WorkOrder[] }>('GET', address)).orders;
      } catch (failure) {
        throw explainFailure(failure, 'workOrdersFetchFailed');
      }
    },
    ...polling,
    enabled: wanted,
  });
  const deleting = usePendingChanges<WorkOrderId>(workOrderKeys.removal(jobId));
  const orders = useMemo(() => data?.filter(({ id }) => !deleting.includes(id)), [data, deleting]);
  return { data: orders, isPending, error, refetch };
}

/** One work order. Until the response arrives, the order from its job's list shows. */
export function useWorkOrder(id: WorkOrderId) {
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: workOrderKeys.one(id),
    queryFn: async () => {
      try {
        return (await call<{ order: WorkOrder }>('GET', `${path}/single/${encodeURIComponent(id)}`)).order;
      } catch (failure) {
        throw explainFailure(failure, 'workOrderFetchFailed');
      }
    },
    placeholderData: () =>
      queries
        .getQueriesData<WorkOrder[]>({ queryKey: ['workOrders', 'job'] })
        .flatMap(([, orders]) => orders ?? [])
        .find((order) => order.id === id),
    ...polling,
  });
  const pending = usePendingChanges<OrderChange>(workOrderKeys.change(id));
  const { user } = useSession();
  const waiting = useQueued('sign');
  const order = useMemo(() => {
    const signed = waiting
      .filter((entry) => entry.order.id === id && isPendingEntry(entry))
      .map((entry): OrderChange => ({ signed: signatureOf(user, queuedId(entry.id), entry.doneAt) }));
    return data && [...signed, ...pending].reduce(applyOrderChange, data);
  }, [data, pending, waiting, user, id]);
  return { order, error };
}

/** A signature as it shows until the server has dated it. */
export const signatureOf = (
  { id: userId, firstName, lastName }: Pick<User, 'id' | 'firstName' | 'lastName'>,
  id: string,
  at: number,
): SignOff => ({
  id,
  userId,
  firstName,
  lastName,
  name: null,
  viaLink: false,
  signedAt: new Date(at).toISOString(),
  changedSince: false,
});

const refresh = (queries: QueryClient) => void queries.invalidateQueries({ queryKey: workOrderKeys.root });

/** A queued signature was stored. */
export function storeQueuedOrder(queries: QueryClient, order: WorkOrder, change: OrderChange): void {
  patchOrder<WorkOrder>(queries, workOrderKeys, order, (known) => applyOrderChange(known, change));
  refresh(queries);
}

/** Runs an optimistic change of an order; `stored` returns the patch from the response. */
export const runOrderChange = <T>(
  queries: QueryClient,
  order: WorkOrder,
  change: OrderChange,
  send: () => Promise<T>,
  stored: (answer: Exclude<T, Queued>) => OrderChange,
): Promise<T> =>
  runOptimistic<OrderChange, T>(queries, {
    mutationKey: workOrderKeys.change(order.id),
    change,
    lane: `work-order-${order.id}`,
    send,
    store: (answer) =>
      patchOrder<WorkOrder>(queries, workOrderKeys, order, (known) =>
        applyOrderChange(known, stored(answer)),
      ),
    refetch: () => refresh(queries),
  });

/** Creates and deletes the work orders of a job. */
export function useWorkOrderChanges(jobId: JobId) {
  const queries = useQueryClient();
  return useMemo(
    () => ({
      /** A blank title is the default title. */
      create: async (title: string): Promise<WorkOrder> => {
        const { newWorkOrder } = await sendRequest<{ newWorkOrder: WorkOrder }>({
          path: `${path}/create`,
          body: { title, jobId },
          failureNotice: 'notSaved',
        });
        queries.setQueryData(workOrderKeys.one(newWorkOrder.id), newWorkOrder);
        refresh(queries);
        return newWorkOrder;
      },

      /** Optimistic: it is shown again if this rejects. */
      remove: async (orderId: WorkOrderId): Promise<void> => {
        await runOptimistic(queries, {
          mutationKey: workOrderKeys.removal(jobId),
          change: orderId,
          lane: `work-order-${orderId}`,
          send: () =>
            sendRequest({
              method: 'DELETE',
              path: `${path}/delete/${orderId}`,
              failureNotice: 'workOrderDeleteFailed',
            }),
          store: () => {
            queries.removeQueries({ queryKey: workOrderKeys.one(orderId) });
            writeData<WorkOrder[]>(queries, workOrderKeys.ofJob(jobId), (orders) => without(orders, orderId));
          },
          refetch: () => refresh(queries),
        });
      },
    }),
    [queries, jobId],
  );
}

/** The mail to the subcontractor of the job. */
export interface WorkOrderMail {
  /** Optional. */
  message: string;
  fileName: string;
  pdf: Blob;
}

/** Mails the order to the job's subcontractor. The order includes the mail from then on. */
export function useSendWorkOrder(order: WorkOrder) {
  const queries = useQueryClient();
  return async ({ message, fileName, pdf }: WorkOrderMail): Promise<void> => {
    const form = new FormData();
    form.set('orderId', order.id);
    form.set('message', message);
    form.set('fileName', fileName);
    form.set('workOrderPDF', pdf, fileName);
    try {
      const request = JSON.stringify(['sendWorkOrder', order.id, order.itemsVersion, message]);
      const { order: sent } = await withRequestForm(request, form, (once, key) =>
        upload<{ order: WorkOrder }>(`${path}/send`, once, { key }),
      );
      patchOrder<WorkOrder>(queries, workOrderKeys, order, () => sent);
      refresh(queries);
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.explained) throw failure;
      throw new ApiFailure(failure.status, failure.code, m.workOrders_sendFailed(), failure.fields);
    }
  };
}
