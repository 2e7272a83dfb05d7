/**
 * The outbox: what the user did that the server has not stored yet. This file holds the list that the screens show.
 * Files enter through `uploadQueue.ts`, which uploads them at once; everything else through `sendOrQueue.ts`, where
 * nobody answered. `outboxReplay.ts` sends what waits, in order, and `outboxStorage.ts` stores all of it. Those that
 * send are loaded after the page.
 */
import type { Appointment, ChatRoomId, Job, JobId, TaggedPerson, UserId, WorkOrder } from '@bindings';
import { useSyncExternalStore } from 'react';

import type { UnsentMessage } from '@/queries/chat/messageTypes';

/** A file to upload. */
export type FileTask =
  | { kind: 'photo'; jobId: JobId; file: File }
  | { kind: 'picture'; roomId: ChatRoomId; tempId: string; tags: readonly TaggedPerson[]; file: File };

/**
 * What else can be done without a network. Where others may change the same thing meanwhile, it includes the state
 * that the user saw.
 */
export type CallTask =
  | { kind: 'note'; jobId: JobId; content: string }
  | { kind: 'message'; message: UnsentMessage }
  | { kind: 'sign'; order: WorkOrder }
  | { kind: 'completeJob'; job: Job; isActive: boolean }
  | { kind: 'completeAppointment'; appointment: Appointment; followUpNote: string };

export type Task = FileTask | CallTask;
export type Kind = Task['kind'];

/** What is stored with a task. */
export interface StoredState {
  /** Also the idempotency key of its call, from the first try on. */
  id: string;
  /** The id that it had first: they rise in the order in which things were done. */
  rank: string;
  userId: UserId;
  /** Entries of the same job, room, order or appointment are in the same lane, and are sent in order. */
  lane: string;
  /** The title of the job or the name of the room; empty where it is not known here. */
  title: string;
  /** When it was done, in ms. */
  doneAt: number;
  /** `changed`: the state that the user saw is outdated, and the user has to decide. */
  state: 'waiting' | 'sending' | 'refused' | 'changed';
  /** Why it was refused, ready to be shown. */
  reason: string | null;
  /** Refused, but sending it again may help. */
  again: boolean;
  /** It was sent without hearing anything: the server may have it. */
  unsure: boolean;
  /** How often the server could not do it. */
  tries: number;
}

/** What only this tab knows of an entry. */
interface TabState {
  /** This tab uploads it at once, and shows how far it is. Everything else waits for its turn. */
  foreground: boolean;
  /** It is in IndexedDB, and survives a reload. */
  durable: boolean;
}

export type EntryState = StoredState & TabState;
export type StoredEntry = Task & StoredState;
export type Entry = Task & EntryState;
export type FileEntry = FileTask & EntryState;
export type CallEntry = CallTask & EntryState;
export type EntryOf<K extends Kind> = Extract<Entry, { kind: K }>;

/** What such a call resolves with where it waits instead. */
export const queued = Symbol('waits to be uploaded');
export type Queued = typeof queued;

const alike = (a: readonly Entry[], b: readonly Entry[]) =>
  a.length === b.length && a.every((entry, at) => entry === b[at]);

let entries: readonly Entry[] = [];
const listeners = new Set<() => void>();

export const outbox = {
  /** In the order in which it was done. */
  read: (): readonly Entry[] => entries,
  find: (id: string): Entry | undefined => entries.find((entry) => entry.id === id),
  show: (next: readonly Entry[]): void => {
    if (alike(entries, next)) return;
    entries = next;
    for (const tell of listeners) tell();
  },
  /** Shows an entry otherwise. */
  change: (id: string, change: Partial<EntryState>): void =>
    outbox.show(entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))),
  subscribe: (tell: () => void) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  },
};

export const useOutbox = (): readonly Entry[] => useSyncExternalStore(outbox.subscribe, outbox.read);

const kinds = new Map<Kind, readonly Entry[]>();

function readKind(kind: Kind): readonly Entry[] {
  const now = entries.filter((entry) => entry.kind === kind);
  const before = kinds.get(kind);
  if (before !== undefined && alike(before, now)) return before;
  kinds.set(kind, now);
  return now;
}

/** Those of one kind. The list stays the same while they do. */
export const useQueued = <K extends Kind>(kind: K): readonly EntryOf<K>[] =>
  useSyncExternalStore(outbox.subscribe, () => readKind(kind)) as readonly EntryOf<K>[];

/** It will be so, as far as is known: what the server refused shows as it is there. */
export const isPendingEntry = ({ state }: Pick<Entry, 'state'>): boolean =>
  state === 'waiting' || state === 'sending';

/** Its own page shows how far it is, so that no other page needs to mention it. */
export const isUploading = (entry: Pick<Entry, 'state' | 'foreground'>): boolean =>
  entry.foreground && isPendingEntry(entry);

export const isFileEntry = (entry: Entry): entry is FileEntry =>
  entry.kind === 'photo' || entry.kind === 'picture';

/** Does anything wait for a network, or for an answer of the user? */
export const useBacklog = (): boolean =>
  useSyncExternalStore(outbox.subscribe, () => entries.some((entry) => !isUploading(entry)));
