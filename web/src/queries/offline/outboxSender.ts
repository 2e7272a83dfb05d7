/** The operations of the outbox: adding, retrying and discarding entries, and starting it. */
import type { UserId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure, unreachable } from '@/api/client';
import { isOffline, onConnectivityChange } from '@/api/connectivity';
import { newIdempotencyKey } from '@/api/idempotency';
import { readToken } from '@/api/token';

import {
  type CallEntry,
  type Entry,
  type EntryOf,
  isFileEntry,
  outbox,
  type Queued,
  queued,
  type StoredState,
} from './outbox';
import { exchangeFor, isKnownForADay, sentNow } from './outboxCreations';
import { entriesBehind } from './outboxLanes';
import { holdEntryLock, withEntryLock } from './outboxLock';
import { isUntried, mergedMove } from './outboxMoves';
import { cancelReplay, endPause, replay, replayNow } from './outboxReplay';
import { closeSession, currentSession, joinSession, type OutboxResults, openSession } from './outboxSession';
import {
  broadcast,
  changeEntry,
  hideEntries,
  leaveDirect,
  listAgain,
  listDirect,
  refresh,
  removeDirect,
  removeFromOutbox,
  storeDirect,
} from './outboxState';
import { mergeEntries, protectStorage, replaceEntry } from './outboxStorage';
import { deliver } from './outboxTransport';
import { validateEntry } from './outboxValidation';
import { abandonUploads, retryUploads, stopUploads, uploadsEnded } from './uploadQueue';

/** Sends the entries that may be sent. Resolves when nothing more can be done for now. */
export async function flush(): Promise<void> {
  await uploadsEnded();
  await replay();
}

interface SendOptions {
  /** It is sent after this. */
  after: Promise<unknown>;
  /** Whether it cannot be sent now: there is no network, or another entry has to go first. */
  hasToWait: () => boolean;
}

/** A move takes the place of an earlier one of the same appointment that was not sent yet. */
async function replaceEarlierMove(move: EntryOf<'moveAppointment'>): Promise<void> {
  const last = outbox.read().findLast(({ lane }) => lane === move.lane);
  if (last?.kind !== 'moveAppointment' || !isUntried(last)) return;
  const replace = () =>
    mergeEntries(last.id, move.id, (earlier, later) =>
      earlier.kind === 'moveAppointment' && later.kind === 'moveAppointment' && isUntried(earlier)
        ? mergedMove(earlier, later)
        : null,
    );
  // If it fails, or the earlier one is being sent, both are sent.
  await withEntryLock(last.id, replace).catch(() => undefined);
}

/** It was stored, and is listed as waiting if the rules accept it. */
async function list(queries: QueryClient, entry: CallEntry, change: Partial<StoredState>): Promise<void> {
  validateEntry(queries, entry);
  if (outbox.read().length === 0) protectStorage();
  if (entry.kind === 'moveAppointment') await replaceEarlierMove(entry);
  await listDirect(entry.id, change);
}

/**
 * Sends an entry. It is stored first, so that it survives a browser that is killed meanwhile; without a response it stays
 * there, and is sent again with the same key. Resolves with the response, or with `queued`. Rejects with an `ApiFailure`
 * if it is refused, or if it has to wait and the storage is full.
 */
export async function sendStored<T>(
  queries: QueryClient,
  entry: CallEntry,
  { after, hasToWait }: SendOptions,
): Promise<T | Queued> {
  joinSession(queries, entry.userId, null);
  const token = readToken();
  const unlock = holdEntryLock(entry.id);
  // A full storage is no reason not to send it.
  let unstored: unknown = null;
  const sentAt = isKnownForADay(entry) ? sentNow() : {};
  await storeDirect({ ...entry, ...sentAt }).catch((failure: unknown) => {
    unstored = failure ?? 'failed';
  });
  let isListed = false;
  const wait = async (change: Partial<StoredState>): Promise<Queued> => {
    await list(queries, entry, change);
    isListed = true;
    return queued;
  };
  try {
    await after;
    // Who signed in meanwhile does not send it.
    if (readToken() !== token) throw unreachable();
    if (hasToWait()) {
      if (unstored !== null) throw unstored;
      return await wait({ sentAt: undefined });
    }
    const answer = await deliver<T>(entry);
    // If it cannot be removed it is sent once more after a reload, with the same key.
    await removeDirect(entry, exchangeFor(entry, answer)).catch(() => undefined);
    return answer;
  } catch (failure) {
    const status = failure instanceof ApiFailure ? failure.status : null;
    if (unstored === null && (status === 401 || readToken() !== token)) {
      leaveDirect(entry.id);
      throw failure;
    }
    const isLost = failure instanceof ApiFailure && failure.unheard && failure.code !== 'full';
    try {
      if (isLost && unstored === null) return await wait({ unsure: true });
    } finally {
      if (!isListed) await removeDirect(entry).catch(() => undefined);
    }
    // Both apply; the user can do something about a full storage.
    throw isLost && unstored instanceof ApiFailure ? unstored : failure;
  } finally {
    await unlock();
    if (isListed) void replay();
  }
}

/** Retries a refused entry, or sends without waiting for the next attempt. */
export async function retry(id: string): Promise<void> {
  endPause();
  const entry = outbox.find(id);
  if (entry !== undefined && isFileEntry(entry) && entry.state === 'refused') {
    await retryUploads([id]);
    return;
  }
  await changeEntry(id, { state: 'waiting', reason: null, sentAt: undefined });
  await broadcast();
  await replay();
}

/** Retries a conflicting entry with the server state that the user has seen, under a new idempotency key. */
export async function overwrite(entry: Entry): Promise<void> {
  const fresh = { state: 'waiting', reason: null, unsure: false, tries: 0, sentAt: undefined } as const;
  const next: Entry = { ...entry, ...fresh, id: newIdempotencyKey() };
  await replaceEntry(entry.id, next);
  await broadcast();
  await replay();
}

/** True for a file that the server cannot have: discarding it needs no refetch. */
const wasNeverSent = (entry: Entry): boolean =>
  isFileEntry(entry) && !entry.unsure && entry.state !== 'sending';

/** Discards entries, and what waits behind a new job with it. */
export async function discard(chosen: readonly Entry[]): Promise<void> {
  const behind = entriesBehind(chosen, outbox.read()).filter(({ id }) =>
    chosen.every((one) => one.id !== id),
  );
  const entries = [...chosen, ...behind];
  const ids = entries.map(({ id }) => id);
  hideEntries(ids);
  stopUploads(ids);
  try {
    await removeFromOutbox(ids);
  } catch (failure) {
    listAgain(ids);
    throw failure;
  } finally {
    await broadcast();
  }
  const session = currentSession();
  for (const entry of entries)
    if (session !== null && !wasNeverSent(entry)) session.results?.onDiscarded(session.queries, entry);
  void replay();
}

/** Another tab has changed the outbox. The results of what it sent are not known here yet. */
async function onOtherTab(): Promise<void> {
  const before = outbox.read();
  await refresh();
  const left = new Set(outbox.read().map(({ rank }) => rank));
  const session = currentSession();
  if (session === null) return;
  for (const entry of before)
    if (!left.has(entry.rank)) session.results?.onRemovedElsewhere(session.queries, entry);
}

/** Shows and sends the user's entries. Returns the function that stops it; entries then wait for the next session. */
export function startOutbox(queries: QueryClient, userId: UserId, results: OutboxResults): () => void {
  const opened = { queries, userId, results };
  openSession(opened, () => void onOtherTab());
  const unsubscribe = onConnectivityChange(() => {
    if (!isOffline()) replayNow();
  });
  const onVisible = () => {
    if (document.visibilityState === 'visible') replayNow();
  };
  window.addEventListener('online', replayNow);
  document.addEventListener('visibilitychange', onVisible);
  void refresh().then(replayNow);
  return () => {
    unsubscribe();
    window.removeEventListener('online', replayNow);
    document.removeEventListener('visibilitychange', onVisible);
    cancelReplay();
    if (currentSession() !== opened) return;
    abandonUploads();
    closeSession();
  };
}
