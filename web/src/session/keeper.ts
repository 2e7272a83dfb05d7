/** Keeps in this browser what the server said of the things that somebody needs on a roof without a network. */
import type { UserId } from '@bindings';
import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '@/api/client';
import { type Kept, restored, sweepKept, writeKept } from '@/api/keptAnswers';
import { isAway, onReach } from '@/api/reach';

import type { Thread } from './chatThread';
import { isUnsent } from './chatWire';

/** The beginnings of their names. */
const needed: ReadonlySet<unknown> = new Set([
  'accountStanding',
  'appointments',
  'calendars',
  'chat',
  'company',
  'connections',
  'crews',
  'customers',
  'jobImages',
  'jobNotes',
  'jobs',
  'profile',
  'purchaseOrders',
  'workOrders',
]);

/** What changes together is written together, after so many ms. */
const gather = 500;

/** A message on its way does not stay on its way: whether it arrived is not known. */
const settled = (thread: Thread): Thread => ({
  ...thread,
  messages: thread.messages.map((message) =>
    isUnsent(message) ? { ...message, status: 'error' as const } : message,
  ),
});

function asKept({ queryKey: [root, part], state }: Query): Kept {
  const isThread = root === 'chat' && part === 'thread';
  return { at: state.dataUpdatedAt, data: isThread ? settled(state.data as Thread) : state.data };
}

/** What one may not see any more is not kept either. */
const isGone = ({ state: { error } }: Query) =>
  error instanceof ApiFailure && (error.status === 403 || error.status === 404);

/** Answers what ends it. */
export function keepAnswers(queries: QueryClient, userId: UserId): () => void {
  const cache = queries.getQueryCache();
  const due = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (due.size === 0) return;
    const answers = new Map<string, Kept | null>();
    for (const query of due) {
      if (isGone(query)) answers.set(query.queryHash, null);
      else if (query.state.data !== undefined) answers.set(query.queryHash, asKept(query));
    }
    due.clear();
    // A browser without room works as it did without a shelf.
    void writeKept(userId, answers).catch(() => undefined);
  };
  const note = (query: Query) => {
    if (!needed.has(query.queryKey[0]) || restored.has(query.queryHash)) return;
    due.add(query);
    timer ??= setTimeout(write, gather);
  };

  for (const query of cache.getAll()) if (query.state.data !== undefined) note(query);
  const stopNoting = cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { type } = event.action;
    // Restored a moment ago or not: an answer that came while the server was heard of is a new one.
    if (type === 'success' && !isAway()) restored.delete(event.query.queryHash);
    if (type === 'success' || type === 'error') note(event.query);
  });
  const stopReach = onReach(() => {
    if (!isAway()) void queries.invalidateQueries({ predicate: ({ queryHash }) => restored.has(queryHash) });
  });
  const leaving = () => {
    if (document.visibilityState === 'hidden') write();
  };
  document.addEventListener('visibilitychange', leaving);
  void sweepKept().catch(() => undefined);

  return () => {
    stopNoting();
    stopReach();
    document.removeEventListener('visibilitychange', leaving);
    clearTimeout(timer);
  };
}
