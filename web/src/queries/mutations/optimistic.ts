/**
 * Optimistic changes, which show before the server has responded. While a change is pending it is one of the pending
 * mutations (`usePendingChanges`), and is applied to the cached responses when they are read. The query cache holds
 * those responses and nothing else. So
 *
 * - a refused change reverts only itself, however many are pending, because it is no longer pending;
 * - a response or an event that arrives meanwhile does not undo a change, because the change is applied to that, too;
 * - changes of the same item are sent one after the other, each based on the result of the one before;
 * - the data is refetched once, when the last pending change has its response.
 *
 * A refused change rejects with the `ApiFailure` of its request, whose message is ready for `popup.oops`. Data that one
 * query holds is changed by `optimisticData.ts`.
 */
import {
  type Mutation,
  type MutationKey,
  type QueryClient,
  type QueryKey,
  useMutationState,
} from '@tanstack/react-query';
import { type Queued, queued } from '@/queries/offline/outbox';

export interface OptimisticChange<Change, Answer> {
  /** The key by which readers of the data find the change. */
  mutationKey: MutationKey;
  /** The change that is applied to the data until there is a response. */
  change: Change;
  /** Changes with the same lane are sent one after the other: an earlier one must not overtake a later one. */
  lane?: string;
  send: () => Promise<Answer>;
  /** Writes the response to the query cache. A queued change has none yet: the outbox shows it. */
  store: (answer: Exclude<Answer, Queued>) => void;
  /** Refetches the data of this key. Without it, `store` uses `writeWithoutRefetch`. */
  refetch?: () => void;
}

/** Mutations that have a response, although they count as pending until it is stored. */
const answered = new WeakSet<Mutation>();

const isStored = <Answer>(answer: Answer): answer is Exclude<Answer, Queued> => answer !== queued;

/** Shows a change while it is sent. Resolves with the response, or with `queued` if the change was queued. */
export function runOptimistic<Change, Answer>(
  queries: QueryClient,
  { mutationKey, change, lane, send, store, refetch }: OptimisticChange<Change, Answer>,
): Promise<Answer> {
  const isUnanswered = (each: Mutation) => !answered.has(each);
  const mutation: Mutation<Answer, Error, Change> = queries.getMutationCache().build(queries, {
    mutationKey,
    mutationFn: () => send(),
    ...(lane === undefined ? {} : { scope: { id: lane } }),
    onSuccess: (answer: Answer) => {
      if (isStored(answer)) store(answer);
    },
    onSettled: () => {
      answered.add(mutation as Mutation<unknown, Error, unknown>);
      if (queries.isMutating({ mutationKey, predicate: isUnanswered }) === 0) refetch?.();
    },
  });
  return mutation.execute(change);
}

/** The pending changes of a key, oldest first. */
export const usePendingChanges = <Change>(mutationKey: MutationKey): Change[] =>
  useMutationState<Change, Mutation>({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });

/** Is a change of this key pending for which `concerns` returns true? */
export const isChanging = <Change>(
  queries: QueryClient,
  mutationKey: MutationKey,
  concerns: (change: Change) => boolean = () => true,
): boolean =>
  queries.isMutating({ mutationKey, predicate: ({ state }) => concerns(state.variables as Change) }) > 0;

/**
 * Cancels fetches that were sent before a change: their responses would undo it. A first fetch is not canceled, because
 * there is nothing else to show.
 */
export const cancelOlderFetches = (queries: QueryClient, queryKey: QueryKey): void =>
  void queries.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });

/** Writes a stored change to the data of a query, if it has data. */
export function writeData<T>(queries: QueryClient, queryKey: QueryKey, step: (data: T) => T): void {
  cancelOlderFetches(queries, queryKey);
  queries.setQueryData<T>(queryKey, (data) => data && step(data));
}

/** The same where no refetch follows: a running fetch is sent again. */
export function writeWithoutRefetch<T>(queries: QueryClient, queryKey: QueryKey, step: (data: T) => T): void {
  const fetching = queries.isFetching({ queryKey }) > 0;
  writeData(queries, queryKey, step);
  if (fetching) void queries.invalidateQueries({ queryKey });
}
