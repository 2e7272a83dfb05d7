/** How what was told gets into the query cache. */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

interface Listed {
  id: string;
}

export const without = <T extends Listed>(all: readonly T[], id: string): T[] =>
  all.filter((each) => each.id !== id);

/** In its place, or at the end. */
export const withOne = <T extends Listed>(all: readonly T[], one: T): T[] => {
  const at = all.findIndex(({ id }) => id === one.id);
  return at < 0 ? [...all, one] : all.with(at, one);
};

/** What has missed something and is fetched when it is opened stays like that: one thing more would make it look whole. */
export const isWhole = (query: Query): boolean => !query.state.isInvalidated || query.isActive();

/** Changes what is known under a name; what is not known stays so. */
export const patch = <T>(queries: QueryClient, queryKey: QueryKey, change: (known: T) => T): void =>
  void queries.setQueriesData<T>(
    { queryKey, exact: true, predicate: isWhole },
    (known) => known && change(known),
  );

/**
 * Writes what was told into what lies under `root`. An answer that is on its way may be older than that: it is not
 * waited for where something can be shown meanwhile, and `again` asks for a newer one.
 */
export function write(queries: QueryClient, root: QueryKey, work: () => void, again: () => void): void {
  const asked = queries.isFetching({ queryKey: root }) > 0;
  if (asked)
    void queries.cancelQueries({ queryKey: root, predicate: ({ state }) => state.data !== undefined });
  work();
  if (asked) again();
}
