/** The session of the outbox in this tab, and its channel to the other tabs. */
import type { UserId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { type Entry, outbox } from './outbox';

/**
 * Updates the query cache when an entry leaves the outbox. Passed in, because it depends on all kinds of entries.
 */
export interface OutboxResults {
  /** The server has stored it, and it is about to leave the outbox: keeps what the next page may open without a network. */
  beforeRemoval: (entry: Entry, answer: unknown) => Promise<void>;
  /** The server has stored it: applies the response as a direct call would. */
  onSent: (queries: QueryClient, entry: Entry, answer: unknown) => void;
  /** Another tab sent or discarded it: the current state has to be fetched. */
  onRemovedElsewhere: (queries: QueryClient, entry: Entry) => void;
  /** The user discarded it here. */
  onDiscarded: (queries: QueryClient, entry: Entry) => void;
}

export interface OutboxSession {
  queries: QueryClient;
  userId: UserId;
  /** Null until it has loaded: until then entries are added, and nothing is sent. */
  results: OutboxResults | null;
}

let session: OutboxSession | null = null;
let channel: BroadcastChannel | null = null;

export const currentSession = (): OutboxSession | null => session;

/** Entries may be added before the session is opened. */
export function joinSession(queries: QueryClient, userId: UserId, results: OutboxResults | null): void {
  if (session?.userId !== userId) session = { queries, userId, results };
  session.results ??= results;
}

/** Listens to the other tabs; `onOtherTab` is called after each of their changes. */
export function openSession(opened: OutboxSession, onOtherTab: () => void): void {
  session = opened;
  channel?.close();
  channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('ridgeline.outbox') : null;
  channel?.addEventListener('message', onOtherTab);
}

export function closeSession(): void {
  session = null;
  channel?.close();
  channel = null;
  outbox.show([]);
}

/** Notifies the other tabs. */
export const notifyOtherTabs = (): void => channel?.postMessage('changed');
