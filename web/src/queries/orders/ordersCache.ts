/** Writes purchase orders and work orders of a job to the query cache. */
import type { JobId } from '@bindings';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { applyPatch, type Patch, patched } from '@/queries/mutations/lists';
import { cancelOlderFetches } from '@/queries/mutations/optimistic';

interface Order {
  id: string;
  jobId: JobId;
}

interface OrderKeys {
  root: QueryKey;
  ofJob: (jobId: JobId) => QueryKey;
  one: (id: string) => QueryKey;
}

/** Writes a stored order to every query that shows it. */
export function patchOrder<T extends Order>(
  queries: QueryClient,
  keys: OrderKeys,
  { id, jobId }: Order,
  patch: Patch<T>,
): void {
  cancelOlderFetches(queries, keys.root);
  queries.setQueryData<T>(keys.one(id), (order) => order && applyPatch(order, patch));
  queries.setQueryData<T[]>(keys.ofJob(jobId), (orders) => orders && patched(orders, id, patch));
}
