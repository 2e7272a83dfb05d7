/**
 * Sends tasks that can be queued, except files: at once if there is a network, through the outbox if the server cannot
 * be reached. Each is stored in this browser before the first attempt, together with its idempotency key, so that it
 * arrives once whatever happens in between.
 */
import type { Notice } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { isOffline } from '@/api/connectivity';
import { newIdempotencyKey } from '@/api/idempotency';
import { explainFailure } from '@/queries/mutations/request';
import { type CallEntry, type CallTask, outbox, type Queued } from './outbox';
import { entryOf } from './outboxEntry';
import { holdsBack } from './outboxOrder';
import { deliver } from './outboxTransport';

/**
 * Undefined if the browser has no storage, or the chunk cannot be loaded: then calls fail as they do without an outbox.
 */
const loadOutbox = async () =>
  'indexedDB' in globalThis ? import('./outboxSender').catch(() => undefined) : undefined;

interface SendOptions {
  /** The idempotency key. A caller that shows the result optimistically passes its own. */
  key?: string;
  /** It is sent after this; it is stored at once. */
  after?: Promise<unknown>;
}

async function deliverOrQueue<T>(
  queries: QueryClient,
  entry: CallEntry,
  after: Promise<unknown>,
): Promise<T | Queued> {
  const outboxSender = await loadOutbox();
  if (outboxSender === undefined) {
    await after;
    return deliver<T>(entry);
  }
  const hasToWait = () =>
    !navigator.onLine || isOffline() || outbox.read().some((earlier) => holdsBack(earlier, entry));
  return outboxSender.sendStored<T>(queries, entry, { after, hasToWait });
}

/**
 * Resolves with `queued` if the task was queued in the outbox. Rejects with an `ApiFailure` if it was refused;
 * `failureNotice` is the message for a server error.
 */
export async function sendOrQueue<T>(
  queries: QueryClient,
  task: CallTask,
  failureNotice: Notice,
  { key = newIdempotencyKey(), after = Promise.resolve() }: SendOptions = {},
): Promise<T | Queued> {
  try {
    return await deliverOrQueue<T>(queries, entryOf(queries, task, key), after);
  } catch (failure) {
    throw explainFailure(failure, failureNotice);
  }
}
