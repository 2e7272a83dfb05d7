/** How the data of events is written to the query cache. */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { cancelOlderFetches } from '@/queries/mutations/optimistic';

/** What has missed something and is fetched when it is opened stays like that: one thing more would make it look whole. */
export const isComplete = (query: Query): boolean => !query.state.isInvalidated || query.isActive();

/** Changes what is known under a name; what is not known stays so. */
export const patchQueries = <T>(queries: QueryClient, queryKey: QueryKey, change: (known: T) => T): void =>
  void queries.setQueriesData<T>(
    { queryKey, exact: true, predicate: isComplete },
    (known) => known && change(known),
  );

/**
 * Writes event data to the queries under `root`. A response that is still being fetched may be older than the event:
 * that fetch is canceled where there is data to show meanwhile, and `again` fetches once more.
 */
export function writeQueries(
  queries: QueryClient,
  root: QueryKey,
  work: () => void,
  again: () => void,
): void {
  const asked = queries.isFetching({ queryKey: root }) > 0;
  if (asked) cancelOlderFetches(queries, root);
  work();
  if (asked) again();
}
