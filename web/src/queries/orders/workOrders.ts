/**
 * The work orders of a job, for its tab and card and for their own pages. Everybody on the job can read them. The
 * orders of a job are cached under `['workOrders', 'job', jobId]`, one under `['workOrders', 'one', id]`.
 *
 * Pending changes are applied to the cached responses while they are read. Changing: `useWorkOrderChanges(jobId)`
 * creates and deletes orders, `useWorkOrderEditing(order)` changes one. A change that fails rejects with an
 * `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { JobId, SignOff, User, WorkOrder, WorkOrderId } from '@bindings';
import {
  type MutationOptions,
  type QueryClient,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure, call, upload } from '@/api/client';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { polling } from '@/queries/live/polling';
import { queuedId } from '@/queries/mutations/optimisticIds';
import { explainFailure, sendRequest } from '@/queries/mutations/request';
import { isPendingEntry, type Queued, queued, useQueued } from '@/queries/offline/outbox';
import { applyOrderChange, type OrderChange } from './optimisticWorkOrder';

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
export function useWorkOrders(jobId: JobId) {
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
  });
  const leaving = useMutationState({
    filters: { mutationKey: workOrderKeys.removal(jobId), status: 'pending' },
    select: ({ state }) => state.variables as WorkOrderId,
  });
  const orders = useMemo(() => data?.filter(({ id }) => !leaving.includes(id)), [data, leaving]);
  return { data: orders, isPending, error, refetch };
}

/** One work order. What its job's list knows of it shows until the answer is there. */
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
  const pending = useMutationState({
    filters: { mutationKey: workOrderKeys.change(id), status: 'pending' },
    select: ({ state }) => state.variables as OrderChange,
  });
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
  signedAt: new Date(at).toISOString(),
  changedSince: false,
});

/** Writes to every query that shows the order, and cancels older requests that would undo it. */
function rewrite(queries: QueryClient, { id, jobId }: WorkOrder, step: (order: WorkOrder) => WorkOrder) {
  void queries.cancelQueries({
    queryKey: workOrderKeys.root,
    predicate: ({ state }) => state.data !== undefined,
  });
  queries.setQueryData<WorkOrder>(workOrderKeys.one(id), (order) => order && step(order));
  queries.setQueryData<WorkOrder[]>(workOrderKeys.ofJob(jobId), (orders) =>
    orders?.map((order) => (order.id === id ? step(order) : order)),
  );
}

const refresh = (queries: QueryClient) => void queries.invalidateQueries({ queryKey: workOrderKeys.root });

/** What waited is stored. */
export function storeQueuedOrder(queries: QueryClient, order: WorkOrder, change: OrderChange): void {
  rewrite(queries, order, (known) => applyOrderChange(known, change));
  refresh(queries);
}

/** Runs an optimistic change of an order; `taken` returns what is stored of the response. */
export function runOrderChange<T>(
  queries: QueryClient,
  order: WorkOrder,
  change: OrderChange,
  work: () => Promise<T | Queued>,
  taken: (answer: T) => OrderChange,
): Promise<T | Queued> {
  const options: MutationOptions<T | Queued, Error, OrderChange> = {
    mutationKey: workOrderKeys.change(order.id),
    mutationFn: work,
    // One after the other: a later change must not be overtaken by an earlier one.
    scope: { id: `work-order-${order.id}` },
    networkMode: 'always',
    onSuccess: (answer) => {
      if (answer !== queued) rewrite(queries, order, (known) => applyOrderChange(known, taken(answer)));
    },
    onSettled: (answer) => {
      if (answer !== queued) refresh(queries);
    },
  };
  return queries.getMutationCache().build(queries, options).execute(change);
}

/** Makes and deletes the work orders of a job. */
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

      /** It is gone at once, and back when this rejects. */
      remove: async (orderId: WorkOrderId): Promise<void> => {
        const options: MutationOptions<unknown, Error, WorkOrderId> = {
          mutationKey: workOrderKeys.removal(jobId),
          mutationFn: () =>
            sendRequest({
              method: 'DELETE',
              path: `${path}/delete/${orderId}`,
              failureNotice: 'workOrderDeleteFailed',
            }),
          networkMode: 'always',
          onSuccess: () => {
            queries.removeQueries({ queryKey: workOrderKeys.one(orderId) });
            queries.setQueryData<WorkOrder[]>(workOrderKeys.ofJob(jobId), (orders) =>
              orders?.filter(({ id }) => id !== orderId),
            );
          },
          onSettled: () => refresh(queries),
        };
        await queries.getMutationCache().build(queries, options).execute(orderId);
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
      const { order: sent } = await upload<{ order: WorkOrder }>(`${path}/send`, form);
      rewrite(queries, order, () => sent);
      refresh(queries);
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.explained) throw failure;
      throw new ApiFailure(failure.status, failure.code, m.workOrders_sendFailed(), failure.fields);
    }
  };
}
