/** Writes the responses that are needed without a network to the cache in this browser. */
import type { UserId } from '@bindings';
import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '@/api/client';
import { isOffline, onConnectivityChange } from '@/api/connectivity';
import { stateOf } from '@/api/listDelta';
import { storeStates } from '@/api/listStates';
import { type CachedResponse, evictExpired, writeCached } from '@/api/responseCache';
import { restored } from '@/api/restoredQueries';
import { isUnsent } from '@/queries/chat/messageTypes';
import type { Thread } from '@/queries/chat/thread';
import { isTemporaryId } from './temporaryIds';

/** The first key parts of the cached queries. */
const cachedRoots: ReadonlySet<unknown> = new Set([
  'accountStanding',
  'appointments',
  'calendars',
  'chat',
  'company',
  'config',
  'connections',
  'crews',
  'customers',
  'jobImages',
  'jobNotes',
  'jobTemplates',
  'jobs',
  'profile',
  'purchaseOrders',
  'savedViews',
  'workOrders',
]);

/** Changes within this time are written together, in ms. */
const writeDelay = 500;

/** A message that is being sent is cached as failed: whether it arrived is not known after a reload. */
const withoutPending = (thread: Thread): Thread => ({
  ...thread,
  messages: thread.messages.map((message) =>
    isUnsent(message) ? { ...message, status: 'error' as const } : message,
  ),
});

function toCached({ queryKey: [root, part], state }: Query): CachedResponse {
  const isThread = root === 'chat' && part === 'thread';
  const data = isThread ? withoutPending(state.data as Thread) : state.data;
  const listState = Array.isArray(data) ? stateOf(data) : undefined;
  return { at: state.dataUpdatedAt, data, ...(listState === undefined ? {} : { state: listState }) };
}

/** What was deleted, or what the user may no longer read, is removed from the cache. */
const isUnreadable = ({ state: { error } }: Query) =>
  error instanceof ApiFailure && (error.status === 403 || error.status === 404);

/** Returns the function that stops it. */
export function cacheResponses(queries: QueryClient, userId: UserId): () => void {
  const cache = queries.getQueryCache();
  const due = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (due.size === 0) return;
    const answers = new Map<string, CachedResponse | null>();
    for (const query of due) {
      if (isUnreadable(query)) answers.set(query.queryHash, null);
      else if (query.state.data !== undefined) answers.set(query.queryHash, toCached(query));
    }
    due.clear();
    // Without storage space the app works as it did without a cache.
    void writeCached(userId, answers).then(
      () => storeStates(new Map([...answers].map(([hash, answer]) => [hash, answer?.state]))),
      () => undefined,
    );
  };
  const schedule = (query: Query) => {
    // New jobs that wait are in the outbox.
    if (isTemporaryId(String(query.queryKey.at(-1)))) return;
    if (!cachedRoots.has(query.queryKey[0]) || restored.has(query.queryHash)) return;
    due.add(query);
    timer ??= setTimeout(write, writeDelay);
  };

  for (const query of cache.getAll()) if (query.state.data !== undefined) schedule(query);
  const unsubscribeCache = cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { type } = event.action;
    if (type === 'success' || type === 'error') schedule(event.query);
  });
  const unsubscribeConnectivity = onConnectivityChange(() => {
    if (!isOffline())
      void queries.invalidateQueries({ predicate: ({ queryHash }) => restored.has(queryHash) });
  });
  const onHidden = () => {
    if (document.visibilityState === 'hidden') write();
  };
  document.addEventListener('visibilitychange', onHidden);
  void evictExpired().catch(() => undefined);

  return () => {
    unsubscribeCache();
    unsubscribeConnectivity();
    document.removeEventListener('visibilitychange', onHidden);
    clearTimeout(timer);
  };
}
