/** The outbox as this tab has it: whose it is, what is stored, what only this page has, and what is being sent. */
import type { UserId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';

import { type Entry, type EntryState, outbox, type StoredEntry, type StoredState } from './outbox';
import { hasStorage, removeEntries, storedEntries, storeEntry, updateEntry } from './outboxStorage';
import { setUploadShare } from './uploadProgress';

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

export interface OutboxSession {
  queries: QueryClient;
  userId: UserId;
  /** Null until it is known: until then things are put in, and nothing is sent. */
  results: OutboxResults | null;
}

let session: OutboxSession | null = null;
let channel: BroadcastChannel | null = null;
let refreshed: Promise<void> = Promise.resolve();

/** What is not in IndexedDB: not yet, or because it was refused there. */
const inPage = new Map<string, Entry>();
/** What this tab is sending. */
const sending = new Map<string, AbortController>();
/** What this tab uploads at once. */
const foreground = new Set<string>();
/** What was sent or discarded here: a list that was read before must not bring it back. */
const gone = new Set<string>();

export const currentSession = (): OutboxSession | null => session;

/** Entries may come before the session is opened. */
export function joinSession(queries: QueryClient, userId: UserId, results: OutboxResults | null): void {
  if (session?.userId !== userId) session = { queries, userId, results };
  session.results ??= results;
}

/** Listens to the other tabs; `onNews` is called after each of their changes. */
export function openSession(opened: OutboxSession, onNews: () => void): void {
  session = opened;
  channel?.close();
  channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('ridgeline.outbox') : null;
  channel?.addEventListener('message', onNews);
}

export function closeSession(): void {
  session = null;
  channel?.close();
  channel = null;
  outbox.show([]);
}

const stateOf = ({ id, state, reason, again, unsure, tries }: StoredEntry): Partial<EntryState> => ({
  // An upload that has not begun waits, whatever became of it before.
  state: sending.has(id) ? 'sending' : foreground.has(id) ? 'waiting' : state,
  reason,
  // Entries of an earlier version do not have it.
  again: again ?? true,
  unsure,
  tries,
  foreground: foreground.has(id),
  durable: !inPage.has(id),
});

/** What is shown already stays the same one: a picture that was read again would be drawn again. */
function shown(entry: StoredEntry): Entry {
  const before = outbox.find(entry.id);
  const now = stateOf(entry);
  if (before === undefined) return { ...entry, ...now } as Entry;
  const names = Object.keys(now) as (keyof EntryState)[];
  return names.every((name) => before[name] === now[name]) ? before : { ...before, ...now };
}

/** In the order in which it was done. Rejects where the storage cannot be read. */
export async function readEntries(userId = session?.userId): Promise<Entry[]> {
  // Before and after: what moves from the page to the storage meanwhile must not be missed, nor what is new.
  const before = [...inPage.values()];
  const stored = hasStorage() && userId !== undefined ? await storedEntries(userId) : [];
  const all = new Map<string, StoredEntry>();
  for (const entry of [...before, ...stored, ...inPage.values()]) all.set(entry.id, entry);
  return [...all.values()]
    .filter((entry) => entry.userId === userId && !gone.has(entry.id))
    .map(shown)
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
}

/** Shows the entries as they are now. */
export function refresh(): Promise<void> {
  refreshed = refreshed.then(async () => outbox.show(await readEntries().catch(() => outbox.read())));
  return refreshed;
}

/** Updates the other tabs. */
export const tellOthers = (): void => channel?.postMessage('changed');

/** Updates this tab and the others. */
export function broadcast(): Promise<void> {
  tellOthers();
  return refresh();
}

/** Puts an entry into the page alone, where it shows at once. */
export function keepInPage(entry: Entry): void {
  inPage.set(entry.id, entry);
  outbox.show([...outbox.read(), shown(entry)]);
}

/** Moves an entry from the page to the storage. Rejects where that does not take it: then it stays in the page. */
export async function storeFromPage(id: string): Promise<void> {
  const entry = inPage.get(id);
  if (entry === undefined || !hasStorage()) return;
  await storeEntry(entry);
  if (gone.has(id)) return removeEntries([id]);
  inPage.delete(id);
  outbox.change(id, { durable: true });
  tellOthers();
}

export async function changeEntry(id: string, change: Partial<StoredState>): Promise<void> {
  const own = inPage.get(id);
  if (own === undefined) return updateEntry(id, change);
  inPage.set(id, { ...own, ...change });
}

/** Removes entries from where they are kept; from now on they are not listed either. */
export async function removeKept(ids: readonly string[]): Promise<void> {
  for (const id of ids) gone.add(id);
  const stored = ids.filter((id) => !inPage.delete(id));
  if (stored.length > 0 && hasStorage()) await removeEntries(stored);
}

/** They could not be removed: they are still there. */
export function listAgain(ids: readonly string[]): void {
  for (const id of ids) gone.delete(id);
}

export function hideEntries(ids: readonly string[]): void {
  for (const id of ids) foreground.delete(id);
  outbox.show(outbox.read().filter(({ id }) => !ids.includes(id)));
}

/** From now on this tab sends the entry. The signal says that nobody wants that any more. */
export function beginSending(id: string): AbortSignal {
  const stop = new AbortController();
  sending.set(id, stop);
  setUploadShare(id, 0);
  outbox.change(id, { state: 'sending' });
  return stop.signal;
}

export function endSending(id: string): void {
  sending.delete(id);
  setUploadShare(id, null);
}

export const stopSending = (id: string): void => sending.get(id)?.abort();

/** From now on this tab uploads the entry. */
export function beginForeground(id: string): void {
  foreground.add(id);
  outbox.change(id, { foreground: true, state: 'waiting', reason: null });
}

/** The upload has ended, and that is what became of the entry. */
export function endForeground(id: string, change: Partial<StoredState>): void {
  foreground.delete(id);
  outbox.change(id, { ...change, foreground: false });
}

/** For tests: as if the page had been loaded anew. */
export function resetOutbox(): void {
  closeSession();
  for (const stop of sending.values()) stop.abort();
  sending.clear();
  inPage.clear();
  foreground.clear();
}
