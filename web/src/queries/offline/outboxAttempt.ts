/** One attempt to send an entry. */
import { notifyManager } from '@tanstack/react-query';
import { ApiFailure } from '@/api/client';
import { readToken } from '@/api/token';

import { type Entry, type FileEntry, isFileEntry } from './outbox';
import { exchangeFor, forgotten, isForgotten, isKnownForADay, sentNow } from './outboxCreations';
import { type Settlement, settlementOf, uploadFailure } from './outboxFailures';
import { withCurrentJobId } from './outboxLanes';
import { isSignedInAs } from './outboxLock';
import type { OutboxResults, OutboxSession } from './outboxSession';
import { changeEntry, exchangeInOutbox, hideEntries, removeFromOutbox } from './outboxState';
import { storedEntry } from './outboxStorage';
import { deliver } from './outboxTransport';
import { setUploadShare } from './uploadProgress';

interface AttemptOptions {
  signal: AbortSignal;
  /** It is a retry. */
  again: boolean;
  /** The token of the user who made the change, if known. */
  token?: string | null;
}

const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/**
 * Checks that the file can be read: it may have been deleted from the device, or its copy from the storage. The upload
 * of such a file would look like a lost network, and would be retried without end.
 */
async function readable(entry: FileEntry): Promise<FileEntry> {
  if (await isReadable(entry.file)) return entry;
  const copy = entry.durable ? await storedEntry(entry.id) : undefined;
  if (copy !== undefined && 'file' in copy && (await isReadable(copy.file)))
    return { ...entry, file: copy.file };
  throw uploadFailure(422, 'unreadable');
}

function asFailure(entry: Entry, failure: unknown): ApiFailure {
  if (failure instanceof ApiFailure) return failure;
  if (isFileEntry(entry)) return uploadFailure(500, 'failed');
  throw failure;
}

async function send(entry: Entry, { signal, again }: AttemptOptions): Promise<unknown> {
  const sent = isFileEntry(entry) ? await readable(entry) : entry;
  return deliver(sent, {
    again,
    signal,
    onProgress: (share) => setUploadShare(entry.id, share),
    // Without storage the next try begins again.
    onArriving: (arriving) => changeEntry(entry.id, { arriving }).catch(() => undefined),
  });
}

/** The longest that the cache delays the outbox, in ms. */
const cacheDelay = 2_000;

/** Without space in the cache, or if it is slow, the page of a new job opens when there is a network. */
const beforeRemoval = (results: OutboxResults, entry: Entry, answer: unknown): Promise<void> =>
  Promise.race([
    results.beforeRemoval(entry, answer).catch(() => undefined),
    new Promise<void>((late) => setTimeout(late, cacheDelay)),
  ]);

/** Sends an entry once. A sent entry is removed from the outbox; otherwise the caller stores the returned change. */
export async function attempt(
  { queries }: OutboxSession,
  results: OutboxResults,
  listed: Entry,
  options: AttemptOptions,
): Promise<Settlement> {
  const entry = withCurrentJobId(listed);
  const known = options.token !== undefined && options.token === readToken();
  try {
    if (!known && !(await isSignedInAs(entry.userId))) return { outcome: 'over', change: {} };
    if (isForgotten(entry)) return settlementOf(entry, forgotten());
    // A full storage is no reason not to send it.
    if (isKnownForADay(entry) && entry.sentAt === undefined)
      await changeEntry(entry.id, sentNow()).catch(() => undefined);
    const answer = await send(entry, options);
    const exchange = exchangeFor(entry, answer);
    await beforeRemoval(results, entry, answer);
    // If it cannot be removed it is sent once more after a reload, with the same key.
    await (exchange === undefined ? removeFromOutbox([entry.id]) : exchangeInOutbox(entry, exchange)).catch(
      () => undefined,
    );
    // The entry disappears in the same render in which the stored version appears.
    await new Promise<void>((hidden) => {
      notifyManager.batch(() => {
        results.onSent(queries, entry, answer);
        notifyManager.schedule(() => {
          hideEntries([entry.id], exchange);
          hidden();
        });
      });
    });
    return { outcome: 'sent', change: {} };
  } catch (failure) {
    if (options.signal.aborted) return { outcome: 'settled', change: {} };
    return settlementOf(entry, asFailure(entry, failure));
  }
}
