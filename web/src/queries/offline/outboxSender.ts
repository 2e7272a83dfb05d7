/**
 * Sends the entries of the outbox in the order in which they were created, from one tab at a time. An entry that the
 * server refuses blocks only its own lane.
 */
import type { UserId } from '@bindings';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '@/api/client';
import { isOffline, onConnectivityChange } from '@/api/connectivity';
import { newIdempotencyKey } from '@/api/idempotency';

import { type Entry, isPendingEntry, nextToSend, outbox } from './outbox';
import { isSignedInAs, withOutboxLock } from './outboxLock';
import { removeEntries, replaceEntry, storedEntries, storeEntry, updateEntry } from './outboxStorage';
import { deliver } from './outboxTransport';
import { validateEntry } from './outboxValidation';

/** The first pause between two tries, and the longest, in ms: each is twice as long as the one before. */
const retryDelay = 30_000;
const maxRetryDelay = 300_000;
/** After this many server errors an entry is marked as refused, and the user reads why. */
const maxTries = 5;

/**
 * What to do in the query cache when an entry leaves the outbox. Passed in, because it depends on all that can be
 * queued.
 */
export interface OutboxResults {
  /** The server has stored it: applies the response as a direct call would. */
  onSent: (queries: QueryClient, entry: Entry, answer: unknown) => void;
  /** Another tab sent or discarded it: the current state has to be fetched. */
  onRemovedElsewhere: (queries: QueryClient, entry: Entry) => void;
  /** The user discarded it here. */
  onDiscarded: (queries: QueryClient, entry: Entry) => void;
}

interface CurrentUser {
  queries: QueryClient;
  userId: UserId;
  /** Null until `start`: until then things are put in, and nothing is sent. */
  results: OutboxResults | null;
}

let current: CurrentUser | null = null;
/** What this tab is sending. */
let sendingId: string | null = null;
let refreshed: Promise<void> = Promise.resolve();
let channel: BroadcastChannel | null = null;

/** A picture that is shown already stays the same one: read again it would be drawn again. */
function shown(entry: Entry): Entry {
  const before = outbox.read().find(({ rank }) => rank === entry.rank);
  const file = before !== undefined && 'file' in before ? { file: before.file } : {};
  return { ...entry, ...file, ...(entry.id === sendingId ? { state: 'sending' } : {}) } as Entry;
}

/** Shows the stored entries. */
function refresh(): Promise<void> {
  refreshed = refreshed.then(async () => {
    const all = current === null ? [] : await storedEntries(current.userId).catch(() => outbox.read());
    outbox.show(all.map(shown));
  });
  return refreshed;
}

/** Updates this tab and the others. */
function broadcast(): Promise<void> {
  channel?.postMessage('changed');
  return refresh();
}

/** Another tab did something. What it sent is not known here yet. */
async function onBroadcast(): Promise<void> {
  const before = outbox.read();
  await refresh();
  const left = new Set(outbox.read().map(({ rank }) => rank));
  if (current === null) return;
  for (const entry of before)
    if (!left.has(entry.rank)) current.results?.onRemovedElsewhere(current.queries, entry);
}

type Outcome = 'sent' | 'settled' | 'later' | 'over';

/** The server wants to be left alone until then, in ms. */
let notBefore = 0;

async function settle(entry: Entry, failure: ApiFailure): Promise<Outcome> {
  const { status, code, message, unheard } = failure;
  if (status === 401) return 'over';
  if (unheard) {
    if (!entry.unsure) await updateEntry(entry.id, { unsure: true });
    return 'later';
  }
  if (status === 429) {
    notBefore = Date.now() + (failure.wait ?? 0) * 1_000;
    return 'later';
  }
  const tries = entry.tries + 1;
  if (status >= 500 && tries < maxTries) {
    await updateEntry(entry.id, { tries });
    return 'later';
  }
  const state = status === 409 && code === 'changed' ? 'changed' : 'refused';
  await updateEntry(entry.id, { state, reason: message, tries: 0 });
  return 'settled';
}

async function sendOne(
  { queries, userId }: CurrentUser,
  results: OutboxResults,
  entry: Entry,
): Promise<Outcome> {
  sendingId = entry.id;
  await refresh();
  try {
    if (!(await isSignedInAs(userId))) return 'over';
    const answer = await deliver<unknown>(entry, { again: true });
    await removeEntries([entry.id]);
    // The entry disappears in the same render in which the stored version appears.
    notifyManager.batch(() => {
      results.onSent(queries, entry, answer);
      notifyManager.schedule(() => outbox.show(outbox.read().filter(({ id }) => id !== entry.id)));
    });
    return 'sent';
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    return await settle(entry, failure);
  } finally {
    sendingId = null;
    await broadcast();
  }
}

async function sendAll(): Promise<Outcome> {
  for (;;) {
    const now = current;
    if (now === null || now.results === null) return 'over';
    const next = nextToSend(await storedEntries(now.userId));
    if (next === undefined) return 'sent';
    if (Date.now() < notBefore) return 'later';
    const outcome = await sendOne(now, now.results, next);
    if (outcome === 'later' || outcome === 'over') return outcome;
  }
}

let running: Promise<void> | null = null;
let again = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

async function run(): Promise<void> {
  clearTimeout(timer);
  let outcome: Outcome;
  do {
    again = false;
    outcome = await withOutboxLock(sendAll);
  } while (again && outcome !== 'over');
  if (outcome !== 'later') failures = 0;
  else {
    const wait = Math.max(notBefore - Date.now(), Math.min(retryDelay * 2 ** failures, maxRetryDelay));
    failures += 1;
    timer = setTimeout(() => void flush(), wait);
  }
}

/** Sends what may go. Resolves when nothing more can be done for now. */
export async function flush(): Promise<void> {
  if (running !== null) {
    again = true;
    return running;
  }
  running = run().finally(() => {
    running = null;
    if (again) void flush();
  });
  return running;
}

/** Something happened after which it is worth trying at once. */
function retryNow(): void {
  failures = 0;
  if (navigator.onLine && outbox.read().some(isPendingEntry)) void flush();
}

/** Adds an entry. Rejects with an `ApiFailure` where the rules refuse it, or the storage is full. */
export async function enqueue(queries: QueryClient, entry: Entry): Promise<void> {
  validateEntry(queries, entry);
  current ??= { queries, userId: entry.userId, results: null };
  await storeEntry(entry);
  // Without persistent storage the browser may delete the outbox when space runs out; asked for at the first entry.
  if (outbox.read().length === 0) void navigator.storage?.persist?.().catch(() => undefined);
  await broadcast();
  void flush();
}

/** Retries a refused entry, or sends without waiting for the next attempt. */
export async function retry(id: string): Promise<void> {
  await updateEntry(id, { state: 'waiting', reason: null });
  notBefore = 0;
  await broadcast();
  await flush();
}

/** Retries a conflicting entry with the server state that the user has seen, under a new idempotency key. */
export async function overwrite(entry: Entry): Promise<void> {
  const fresh = { state: 'waiting', reason: null, unsure: false, tries: 0 } as const;
  const next: Entry = { ...entry, ...fresh, id: newIdempotencyKey() };
  await replaceEntry(entry.id, next);
  await broadcast();
  await flush();
}

/** Gives things up. */
export async function discard(entries: readonly Entry[]): Promise<void> {
  await removeEntries(entries.map(({ id }) => id));
  await broadcast();
  if (current !== null) for (const entry of entries) current.results?.onDiscarded(current.queries, entry);
  void flush();
}

/** Shows and sends what this person has waiting here. Answers what ends it; what waits then waits for them. */
export function startOutbox(queries: QueryClient, userId: UserId, results: OutboxResults): () => void {
  const mine = { queries, userId, results };
  current = mine;
  const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('ridgeline.outbox') : null;
  channel = others;
  others?.addEventListener('message', () => void onBroadcast());
  const stopReach = onConnectivityChange(() => {
    if (!isOffline()) retryNow();
  });
  const onSeen = () => {
    if (document.visibilityState === 'visible') retryNow();
  };
  window.addEventListener('online', retryNow);
  document.addEventListener('visibilitychange', onSeen);
  void refresh().then(retryNow);
  return () => {
    stopReach();
    others?.close();
    window.removeEventListener('online', retryNow);
    document.removeEventListener('visibilitychange', onSeen);
    clearTimeout(timer);
    if (current !== mine) return;
    current = null;
    channel = null;
    outbox.show([]);
  };
}
