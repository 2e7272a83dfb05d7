/**
 * Uploads photos and pictures. Each is stored first, so that neither a reload nor a lost network loses it, and then sent
 * at once by its tab, a few at a time. A file without a response is queued in the outbox; a refused one stays there with
 * the reason.
 */
import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '@/api/client';
import { isOffline } from '@/api/connectivity';
import { newIdempotencyKey } from '@/api/idempotency';
import { readToken } from '@/api/token';

import { type Entry, type FileTask, isFileEntry, isUploading, outbox, type StoredState } from './outbox';
import { attempt } from './outboxAttempt';
import { entryOf } from './outboxEntry';
import type { Settlement } from './outboxFailures';
import { holdEntryLock } from './outboxLock';
import { isBehindBacklog, nextUploads } from './outboxOrder';
import { replay } from './outboxReplay';
import { currentSession, joinSession, notifyOtherTabs, type OutboxResults } from './outboxSession';
import {
  addToMemory,
  beginForeground,
  beginSending,
  broadcast,
  changeEntry,
  endForeground,
  endSending,
  stopSending,
  storeFromPage,
} from './outboxState';
import { protectStorage } from './outboxStorage';

interface Upload {
  /** Resolves when it is stored, or with the reason why it could not be. */
  stored: Promise<string | null>;
  /** The upload starts after this. */
  after: Promise<unknown>;
  token: string | null;
  again: boolean;
  unlock: () => Promise<void>;
  ended: Promise<UploadEnd>;
  end: (end: UploadEnd) => void;
}

/** The reason of a refusal; `null` if it was sent or queued; `sessionEnded` if the user signed out meanwhile. */
type UploadEnd = string | null | typeof sessionEnded;
const sessionEnded = Symbol('sessionEnded');

const uploads = new Map<string, Upload>();
let storing: Promise<unknown> = Promise.resolve();

/** Stores one file at a time: twenty photos at once would need memory for all of them. */
function store(id: string): Promise<string | null> {
  const stored = storing
    .then(() => storeFromPage(id))
    // A file that cannot be stored is uploaded all the same.
    .then(
      () => null,
      (failure: unknown) => (failure instanceof ApiFailure ? failure.message : null),
    );
  storing = stored;
  return stored;
}

/** Asks before the window is closed while files are being uploaded or would be lost. */
function confirmClose(event: BeforeUnloadEvent): void {
  if (outbox.read().some((entry) => isUploading(entry) || !entry.durable)) event.preventDefault();
}

function begin(id: string, options: Pick<Upload, 'stored' | 'after' | 'again'>): Upload {
  window.addEventListener('beforeunload', confirmClose);
  let end: Upload['end'] = () => undefined;
  const ended = new Promise<UploadEnd>((resolve) => {
    end = resolve;
  });
  const item = { ...options, token: readToken(), unlock: holdEntryLock(id), ended, end };
  uploads.set(id, item);
  beginForeground(id);
  return item;
}

/** Ends the upload in this tab. */
async function finish(id: string, { unlock, end }: Upload, change: Partial<StoredState>): Promise<void> {
  uploads.delete(id);
  endSending(id);
  endForeground(id, change);
  end(change.reason ?? null);
  await unlock();
}

/** The server cannot be reached now, or it has to wait for a queued entry. */
const hasToWait = (entry: Entry): boolean =>
  !navigator.onLine || isOffline() || isBehindBacklog(entry, outbox.read());

async function send(id: string, item: Upload, signal: AbortSignal): Promise<Settlement> {
  const notStored = await item.stored;
  await item.after;
  const session = currentSession();
  const entry = outbox.find(id);
  const later: Settlement = { outcome: 'later', change: {} };
  if (signal.aborted || session === null || session.results === null || entry === undefined) return later;
  if (entry.durable && hasToWait(entry)) return later;
  const { token, again } = item;
  const settlement = await attempt(session, session.results, entry, { signal, again, token });
  // Both reasons apply; the user can do something about this one.
  const reason = notStored !== null && isOffline() ? { reason: notStored } : {};
  return settlement.change.state === 'refused'
    ? { ...settlement, change: { ...settlement.change, ...reason } }
    : settlement;
}

async function upload(id: string, item: Upload): Promise<void> {
  const { outcome, change } = await send(id, item, beginSending(id));
  if (uploads.get(id) !== item) return;
  if (outcome === 'sent') {
    uploads.delete(id);
    endSending(id);
    item.end(null);
    notifyOtherTabs();
    return item.unlock();
  }
  const isQueued = outcome !== 'settled';
  // If the change cannot be stored, the next visit retries the upload.
  await changeEntry(id, change).catch(() => undefined);
  if (uploads.get(id) !== item) return;
  if (isQueued && !outbox.read().some((entry) => !isUploading(entry))) protectStorage();
  await finish(id, item, isQueued ? { ...change, state: 'waiting' } : change);
  await broadcast();
  if (isQueued) void replay();
}

function startUploads(): void {
  const running = outbox.read().filter(({ id }) => uploads.has(id));
  for (const { id } of nextUploads(running)) {
    const item = uploads.get(id);
    if (item !== undefined) void upload(id, item).finally(startUploads);
  }
}

/**
 * Resolves when this tab is done with the uploads, with the reasons of those that were refused. Never resolves if the
 * session ends first: refusals of one user's files must not show for the next user.
 */
async function refusalsOf(items: readonly Upload[]): Promise<string[]> {
  const ends = await Promise.all(items.map(({ ended }) => ended));
  if (ends.includes(sessionEnded)) return new Promise(() => undefined);
  return ends.filter((end) => typeof end === 'string');
}

/** Adds files to the queue; they are sent after `after`. Resolves like `refusalsOf`. */
export function uploadFiles(
  queries: QueryClient,
  tasks: readonly FileTask[],
  results: OutboxResults,
  after: Promise<unknown> = Promise.resolve(),
): Promise<string[]> {
  const items = tasks.map((task) => {
    const entry = entryOf(queries, task, newIdempotencyKey());
    joinSession(queries, entry.userId, results);
    const item = begin(entry.id, { stored: store(entry.id), after, again: false });
    addToMemory(entry);
    return item;
  });
  startUploads();
  return refusalsOf(items);
}

/** Uploads refused files again if that may help. Resolves like `refusalsOf`. */
export function retryUploads(ids: readonly string[]): Promise<string[]> {
  const refused = ids.filter((id) => {
    const entry = outbox.find(id);
    return entry !== undefined && isFileEntry(entry) && entry.state === 'refused' && entry.again;
  });
  const items = refused.map((id) => {
    const noted = changeEntry(id, { state: 'waiting', reason: null }).catch(() => undefined);
    const stored = noted.then(() => store(id));
    return begin(id, { stored, after: Promise.resolve(), again: true });
  });
  startUploads();
  return refusalsOf(items);
}

/** Stops uploads that the user discards. */
export function stopUploads(ids: readonly string[]): void {
  for (const id of ids) {
    stopSending(id);
    const item = uploads.get(id);
    if (item !== undefined) void finish(id, item, {});
  }
  startUploads();
}

/** Ends all uploads with the session: stored files wait for the next one. */
export function abandonUploads(): void {
  for (const [id, { end, unlock }] of uploads) {
    stopSending(id);
    uploads.delete(id);
    endSending(id);
    endForeground(id, { state: 'waiting' });
    end(sessionEnded);
    void unlock();
  }
}

/** Resolves when this tab has no more uploads. */
export async function uploadsEnded(): Promise<void> {
  while (uploads.size > 0) await Promise.all([...uploads.values()].map(({ ended }) => ended));
}
