/** The outbox of this tab: the entries in memory, and those being sent. */
import { keepKeysAfter } from '@/api/idempotency';

import { type Entry, type EntryState, outbox, type StoredEntry, type StoredState } from './outbox';
import type { Exchange } from './outboxLanes';
import { closeSession, currentSession, notifyOtherTabs } from './outboxSession';
import {
  hasStorage,
  removeAndChange,
  removeEntries,
  storedEntries,
  storeEntry,
  updateEntry,
} from './outboxStorage';
import { setUploadShare } from './uploadProgress';

let refreshed: Promise<void> = Promise.resolve();

/** The entries that are not in IndexedDB: not yet, or because it failed. */
const memory = new Map<string, Entry>();
/** The entries that this tab is sending. */
const sending = new Map<string, AbortController>();
/** The files that this tab uploads at once. */
const foreground = new Set<string>();
/** The entries that are sent at once, and shown by the screen that made them until that fails. */
const direct = new Set<string>();
/** The ids that were sent or discarded here: a list that was read before must not restore them. */
const removed = new Set<string>();

const stateOf = ({
  id,
  state,
  reason,
  again,
  unsure,
  tries,
  unanswered,
  sentAt,
  arriving,
}: StoredEntry): Partial<EntryState> => ({
  // An upload that has not started is waiting, whatever its stored state.
  state: sending.has(id) ? 'sending' : foreground.has(id) ? 'waiting' : state,
  reason,
  // Missing in entries of an earlier version.
  again: again ?? true,
  unsure,
  tries,
  unanswered: unanswered ?? 0,
  sentAt,
  arriving: arriving ?? null,
  foreground: foreground.has(id),
  durable: !memory.has(id),
});

const fileOf = (entry: Entry) => ('file' in entry ? { file: entry.file } : {});

/** Reuses the entry that is shown already: a new file object would render the picture again. */
function shown(entry: StoredEntry): Entry {
  const before = outbox.find(entry.id);
  const now = stateOf(entry);
  if (before === undefined) return { ...entry, ...now } as Entry;
  // The server's id has taken the place of its job's temporary one.
  if (before.lane !== entry.lane) return { ...entry, ...now, ...fileOf(before) } as Entry;
  const names = Object.keys(now) as (keyof EntryState)[];
  return names.every((name) => before[name] === now[name]) ? before : { ...before, ...now };
}

/** All entries of the user, in order. Rejects if the storage cannot be read. */
export async function readEntries(userId = currentSession()?.userId): Promise<Entry[]> {
  // Memory is read before and after, so that entries that are stored or added meanwhile are not missed.
  const before = [...memory.values()];
  const stored = hasStorage() && userId !== undefined ? await storedEntries(userId) : [];
  const all = new Map<string, StoredEntry>();
  for (const entry of [...before, ...stored, ...memory.values()]) all.set(entry.id, entry);
  const latest = stored.at(-1);
  if (latest !== undefined) keepKeysAfter(latest.rank);
  return [...all.values()]
    .filter((entry) => entry.userId === userId && !removed.has(entry.id) && !direct.has(entry.id))
    .map(shown)
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
}

/** Updates the list of entries. */
export function refresh(): Promise<void> {
  refreshed = refreshed.then(async () => outbox.show(await readEntries().catch(() => outbox.read())));
  return refreshed;
}

/** Updates this tab and the others. */
export function broadcast(): Promise<void> {
  notifyOtherTabs();
  return refresh();
}

/** Stores an entry that is about to be sent. It is not listed until `listDirect`. */
export async function storeDirect(entry: Entry): Promise<void> {
  direct.add(entry.id);
  await storeEntry(entry);
}

/** It could not be sent at once: it is listed like the others. */
export async function listDirect(id: string, change: Partial<StoredState>): Promise<void> {
  // If the change cannot be stored, it is stored as waiting all the same.
  await updateEntry(id, change).catch(() => undefined);
  direct.delete(id);
  await broadcast();
}

/** It stays stored for the next session of its user. */
export const leaveDirect = (id: string): void => void direct.delete(id);

/** It was sent or refused: nothing of it is left. */
export async function removeDirect(entry: StoredEntry, exchange?: Exchange): Promise<void> {
  await (exchange === undefined ? removeEntries([entry.id]) : removeAndChange(entry, exchange));
  direct.delete(entry.id);
  // Another tab may list it as waiting.
  notifyOtherTabs();
}

/** Adds an entry in memory only, where it shows at once. */
export function addToMemory(entry: Entry): void {
  memory.set(entry.id, entry);
  outbox.show([...outbox.read(), shown(entry)]);
}

/** Moves an entry from memory to the storage. Rejects if that fails: then it stays in memory. */
export async function storeFromPage(id: string): Promise<void> {
  const entry = memory.get(id);
  if (entry === undefined || !hasStorage()) return;
  await storeEntry(entry);
  if (removed.has(id)) return removeEntries([id]);
  memory.delete(id);
  outbox.change(id, { durable: true });
  notifyOtherTabs();
}

export async function changeEntry(id: string, change: Partial<StoredState>): Promise<void> {
  if ('arriving' in change) outbox.change(id, { arriving: change.arriving ?? null });
  const inMemory = memory.get(id);
  if (inMemory === undefined) return updateEntry(id, change);
  memory.set(id, { ...inMemory, ...change });
}

/** Removes entries from memory and storage; they are no longer listed. */
export async function removeFromOutbox(ids: readonly string[]): Promise<void> {
  for (const id of ids) removed.add(id);
  const stored = ids.filter((id) => !memory.delete(id));
  if (stored.length > 0 && hasStorage()) await removeEntries(stored);
}

/** A new job was sent: removes its entry, and changes those that wait behind it. */
export async function exchangeInOutbox(creation: StoredEntry, exchange: Exchange): Promise<void> {
  removed.add(creation.id);
  for (const [id, entry] of memory) memory.set(id, exchange(entry));
  if (hasStorage()) await removeAndChange(creation, exchange);
}

/** The entries could not be removed: they are listed again. */
export function listAgain(ids: readonly string[]): void {
  for (const id of ids) removed.delete(id);
}

export function hideEntries(ids: readonly string[], exchange: Exchange = (entry) => entry): void {
  for (const id of ids) foreground.delete(id);
  const left = outbox.read().filter(({ id }) => !ids.includes(id));
  outbox.show(left.map((entry) => exchange(entry)));
}

/** Marks the entry as being sent by this tab. The signal aborts when it is discarded. */
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

/** Marks the entry as a foreground upload of this tab. */
export function beginForeground(id: string): void {
  foreground.add(id);
  outbox.change(id, { foreground: true, state: 'waiting', reason: null });
}

/** Ends the foreground upload, with the resulting change of the entry. */
export function endForeground(id: string, change: Partial<StoredState>): void {
  foreground.delete(id);
  outbox.change(id, { ...change, foreground: false });
}

/** For tests: resets to the state after a page load. */
export function resetOutbox(): void {
  closeSession();
  for (const stop of sending.values()) stop.abort();
  sending.clear();
  memory.clear();
  foreground.clear();
}
