/** Optimistic changes of the data of one query, such as a list: each is a function from the data to the new data. */
import {
  hashKey,
  type InvalidateQueryFilters,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Queued } from '@/queries/offline/outbox';
import { isChanging, runOptimistic, usePendingChanges, writeData } from './optimistic';
import { type ApiRequest, sendRequest } from './request';

export type Step<T> = (data: T) => T;

export interface DataChange<T, Answer> {
  /** The id of the changed item: its changes are sent one after the other. A new item has none. */
  lane?: string;
  /** The change to show until there is a response. Without it, the change shows when the server has stored it. */
  shown?: Step<T>;
  request: ApiRequest | (() => Promise<Answer>);
  /** The change from the response, if it differs from `shown`. */
  stored?: (answer: Exclude<Answer, Queued>) => Step<T>;
  /** Other queries that include the changed item. They are refetched as well. */
  affected?: readonly InvalidateQueryFilters[];
}

const changesOf = (queryKey: QueryKey): QueryKey => [...queryKey, 'change'];

/** Applies all pending changes to the data: the `select` of its query. */
export function useReplay<T>(queryKey: QueryKey): Step<T> {
  const pending = usePendingChanges<Step<T>>(changesOf(queryKey));
  return useCallback((data: T) => pending.reduce((now, step) => step(now), data), [pending]);
}

export const isDataChanging = (queries: QueryClient, queryKey: QueryKey): boolean =>
  isChanging(queries, changesOf(queryKey));

const unchanged = <T>(data: T): T => data;

/** Runs one change of the data under `queryKey`. It shows wherever the data is read with `useReplay`. */
export async function changeData<T, Answer = unknown>(
  queries: QueryClient,
  queryKey: QueryKey,
  { lane, shown = unchanged, request, stored = () => shown, affected = [] }: DataChange<T, Answer>,
): Promise<Answer> {
  try {
    return await runOptimistic<Step<T>, Answer>(queries, {
      mutationKey: changesOf(queryKey),
      change: shown,
      ...(lane === undefined ? {} : { lane: `${hashKey(queryKey)} ${lane}` }),
      send: typeof request === 'function' ? request : () => sendRequest<Answer>(request),
      store: (answer) => writeData<T>(queries, queryKey, stored(answer)),
      refetch: () => void queries.invalidateQueries({ queryKey }),
    });
  } finally {
    for (const each of affected) void queries.invalidateQueries(each);
  }
}

/** `changeData` for a query whose key does not change. */
export function useDataChange<T>(queryKey: QueryKey) {
  const queries = useQueryClient();
  return useCallback(
    <Answer = unknown>(change: DataChange<T, Answer>): Promise<Answer> =>
      changeData(queries, queryKey, change),
    [queries, queryKey],
  );
}
