/**
 * Changes that show before the server has answered. While a change is under way it stands among the pending mutations
 * (`usePendingChanges`), and who shows the data applies it to the responses of the server while reading them. The
 * query cache holds those responses and nothing else. So
 *
 * - a change that is refused reverts itself alone, however many are under way: it is no longer pending;
 * - a response or an event that arrives meanwhile does not undo what is shown: the change is applied to that, too;
 * - changes of the same thing reach the server one after the other, each on the result of the one before;
 * - the data is fetched again once, when the last change that is under way has its answer.
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
  /** The name by which those who show the data find the change. */
  mutationKey: MutationKey;
  /** What is applied to the data until there is an answer. */
  change: Change;
  /** Changes with the same lane are sent one after the other: an earlier one must not overtake a later one. */
  lane?: string;
  send: () => Promise<Answer>;
  /** Writes the answer to the query cache. What waits to be uploaded has none yet: the outbox shows it. */
  store: (answer: Exclude<Answer, Queued>) => void;
  /** Fetches again what the changes of this key are about. Without it, `store` writes by `writeWithoutRefetch`. */
  refetch?: () => void;
}

/** Their answers are there, although they count as pending until these are stored. */
const answered = new WeakSet<Mutation>();

const isStored = <Answer>(answer: Answer): answer is Exclude<Answer, Queued> => answer !== queued;

/** Shows a change while it is sent. Resolves with the answer, or with `queued` where the change waits instead. */
export function runOptimistic<Change, Answer>(
  queries: QueryClient,
  { mutationKey, change, lane, send, store, refetch }: OptimisticChange<Change, Answer>,
): Promise<Answer> {
  const isUnderWay = (each: Mutation) => !answered.has(each);
  const mutation: Mutation<Answer, Error, Change> = queries.getMutationCache().build(queries, {
    mutationKey,
    mutationFn: () => send(),
    ...(lane === undefined ? {} : { scope: { id: lane } }),
    onSuccess: (answer: Answer) => {
      if (isStored(answer)) store(answer);
    },
    onSettled: () => {
      answered.add(mutation as Mutation<unknown, Error, unknown>);
      if (queries.isMutating({ mutationKey, predicate: isUnderWay }) === 0) refetch?.();
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

/** Is a change of this key pending, and `concerns` what is asked about? */
export const isChanging = <Change>(
  queries: QueryClient,
  mutationKey: MutationKey,
  concerns: (change: Change) => boolean = () => true,
): boolean =>
  queries.isMutating({ mutationKey, predicate: ({ state }) => concerns(state.variables as Change) }) > 0;

/**
 * Cancels fetches that were sent before a change: their responses would undo it. A first fetch is awaited, for there
 * is nothing else to show.
 */
export const cancelOlderFetches = (queries: QueryClient, queryKey: QueryKey): void =>
  void queries.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });

/** Writes what the server has stored to the data of a query; what is not known stays so. */
export function writeData<T>(queries: QueryClient, queryKey: QueryKey, step: (data: T) => T): void {
  cancelOlderFetches(queries, queryKey);
  queries.setQueryData<T>(queryKey, (data) => data && step(data));
}

/** The same where no refetch follows: a fetch that was under way is sent again. */
export function writeWithoutRefetch<T>(queries: QueryClient, queryKey: QueryKey, step: (data: T) => T): void {
  const fetching = queries.isFetching({ queryKey }) > 0;
  writeData(queries, queryKey, step);
  if (fetching) void queries.invalidateQueries({ queryKey });
}
