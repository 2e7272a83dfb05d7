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
import { type CallEntry, type CallTask, outbox, type Queued, queued } from './outbox';
import { entryOf } from './outboxEntry';
import { holdsBack } from './outboxOrder';
import { deliver } from './outboxTransport';

/**
 * Undefined if the browser has no storage, or the chunk cannot be loaded: then calls fail as they do without an outbox.
 */
const loadOutbox = async () =>
  'indexedDB' in globalThis ? import('./outboxSender').catch(() => undefined) : undefined;

async function deliverOrQueue<T>(queries: QueryClient, entry: CallEntry): Promise<T | Queued> {
  const outboxSender = await loadOutbox();
  if (outboxSender === undefined) return deliver<T>(entry);
  const behind = outbox.read().some((earlier) => holdsBack(earlier, entry));
  if (!behind && navigator.onLine && !isOffline()) return outboxSender.sendStored<T>(queries, entry);
  await outboxSender.enqueue(queries, entry);
  return queued;
}

/**
 * Resolves with `queued` if the task was queued in the outbox. Rejects with an `ApiFailure` if it was refused;
 * `failureNotice` is the message for a server error. A caller that shows the result optimistically passes its `key`.
 */
export async function sendOrQueue<T>(
  queries: QueryClient,
  task: CallTask,
  failureNotice: Notice,
  { key = newIdempotencyKey() }: { key?: string } = {},
): Promise<T | Queued> {
  try {
    return await deliverOrQueue<T>(queries, entryOf(queries, task, key));
  } catch (failure) {
    throw explainFailure(failure, failureNotice);
  }
}
