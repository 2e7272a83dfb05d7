/** How the data of events is written to the query cache. */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { cancelOlderFetches } from '@/queries/mutations/optimistic';

/** False for an inactive query that has missed events: it stays invalidated, or it would look up to date. */
export const isComplete = (query: Query): boolean => !query.state.isInvalidated || query.isActive();

/** Changes the data of a query, if it has data. */
export const patchQueries = <T>(queries: QueryClient, queryKey: QueryKey, change: (known: T) => T): void =>
  void queries.setQueriesData<T>(
    { queryKey, exact: true, predicate: isComplete },
    (known) => known && change(known),
  );

/**
 * Writes event data to the queries under `root`. A response that is still being fetched may be older than the event:
 * that fetch is canceled if there is data to show meanwhile, and `refetch` fetches once more.
 */
export function writeQueries(
  queries: QueryClient,
  root: QueryKey,
  update: () => void,
  refetch: () => void,
): void {
  const fetching = queries.isFetching({ queryKey: root }) > 0;
  if (fetching) cancelOlderFetches(queries, root);
  update();
  if (fetching) refetch();
}
