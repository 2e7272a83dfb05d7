/**
 * The outbox: changes of the user that the server has not stored yet. This file holds the list that the screens show.
 * Files are added by `uploadQueue.ts`, which uploads them at once; everything else by `sendOrQueue.ts`, if there was no
 * response. `outboxReplay.ts` sends queued entries in order, and `outboxStorage.ts` stores them. The modules that send
 * are loaded after the page.
 */

import type {
  Appointment,
  AppointmentSeen,
  ChatRoomId,
  CreateJob,
  Job,
  JobId,
  TaggedPerson,
  UserId,
  WorkOrder,
} from '@bindings';
import { useSyncExternalStore } from 'react';
import type { ArrivingFile } from '@/api/fileDelivery';

import type { UnsentMessage } from '@/queries/chat/messageTypes';

/** A file to upload. */
export type FileTask =
  | { kind: 'photo'; jobId: JobId; file: File }
  | { kind: 'picture'; roomId: ChatRoomId; tempId: string; tags: readonly TaggedPerson[]; file: File };

/**
 * Other changes that can be made without a network. If other users may change the same thing meanwhile, the task
 * includes the state that the user saw.
 */
export type CallTask =
  | { kind: 'note'; jobId: JobId; content: string }
  | { kind: 'message'; message: UnsentMessage }
  | { kind: 'sign'; order: WorkOrder }
  /** `job` is the job as it shows until it is stored, with a temporary id. */
  | { kind: 'createJob'; form: CreateJob; job: Job }
  | { kind: 'completeJob'; job: Job; isActive: boolean }
  /** The answer of a subcontractor, to the job on the days that the user saw. */
  | { kind: 'answerJob'; job: Job; accepts: boolean }
  | {
      kind: 'moveAppointment';
      appointment: Appointment;
      start: string;
      end: string;
      /** Where earlier moves, which this one replaced, would have put it. */
      earlier?: readonly AppointmentSeen[];
    }
  | { kind: 'completeAppointment'; appointment: Appointment; followUpNote: string };

export type Task = FileTask | CallTask;
export type Kind = Task['kind'];

/** The state that is stored with a task. */
export interface StoredState {
  /** Also the idempotency key of its call, from the first attempt on. */
  id: string;
  /** Its first id: these sort in the order in which the changes were made. */
  rank: string;
  userId: UserId;
  /** Entries of the same job, room, order or appointment are in the same lane, and are sent in order. */
  lane: string;
  /** The title of the job or the name of the room; empty if it is not cached. */
  title: string;
  /** When the change was made, in ms. */
  doneAt: number;
  /** `changed`: the state that the user saw is outdated, and the user has to decide. */
  state: 'waiting' | 'sending' | 'refused' | 'changed';
  /** Why it was refused, ready to be shown. */
  reason: string | null;
  /** Refused, but sending it again may help. */
  again: boolean;
  /** It was sent without a response: the server may have stored it. */
  unsure: boolean;
  /** The number of attempts that failed with a server error. */
  tries: number;
  /** The number of attempts without a response, while others got one. Missing in entries of an earlier version. */
  unanswered?: number;
  /**
   * When it was first sent, by the server's clock in ms, of what the server recognizes for a day only. Stored before it is sent, for a browser
   * that is killed meanwhile.
   */
  sentAt?: number | undefined;
  /** What the server has of its file. */
  arriving?: ArrivingFile | null;
}

/** The state of an entry that only this tab has. */
interface TabState {
  /** This tab uploads it at once, and shows the progress. All other entries are sent in order. */
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

/** The result of a call that was queued instead of sent. */
export const queued = Symbol('waits to be uploaded');
export type Queued = typeof queued;

const sameEntries = (a: readonly Entry[], b: readonly Entry[]) =>
  a.length === b.length && a.every((entry, at) => entry === b[at]);

let entries: readonly Entry[] = [];
const listeners = new Set<() => void>();

export const outbox = {
  /** In the order in which the changes were made. */
  read: (): readonly Entry[] => entries,
  find: (id: string): Entry | undefined => entries.find((entry) => entry.id === id),
  show: (next: readonly Entry[]): void => {
    if (sameEntries(entries, next)) return;
    entries = next;
    for (const listener of listeners) listener();
  },
  /** Changes an entry in the list. */
  change: (id: string, change: Partial<EntryState>): void =>
    outbox.show(entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))),
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export const useOutbox = (): readonly Entry[] => useSyncExternalStore(outbox.subscribe, outbox.read);

const kinds = new Map<Kind, readonly Entry[]>();

function readKind(kind: Kind): readonly Entry[] {
  const now = entries.filter((entry) => entry.kind === kind);
  const before = kinds.get(kind);
  if (before !== undefined && sameEntries(before, now)) return before;
  kinds.set(kind, now);
  return now;
}

/** The entries of one kind. The array keeps its identity while they do not change. */
export const useQueued = <K extends Kind>(kind: K): readonly EntryOf<K>[] =>
  useSyncExternalStore(outbox.subscribe, () => readKind(kind)) as readonly EntryOf<K>[];

/** True for entries that are applied optimistically: refused ones are not. */
export const isPendingEntry = ({ state }: Pick<Entry, 'state'>): boolean =>
  state === 'waiting' || state === 'sending';

/** True while its own page shows the progress, so that other pages do not need to count it. */
export const isUploading = (entry: Pick<Entry, 'state' | 'foreground'>): boolean =>
  entry.foreground && isPendingEntry(entry);

export const isFileEntry = (entry: Entry): entry is FileEntry =>
  entry.kind === 'photo' || entry.kind === 'picture';

/** Is anything queued, or does anything need a decision by the user? */
export const useBacklog = (): boolean =>
  useSyncExternalStore(outbox.subscribe, () => entries.some((entry) => !isUploading(entry)));
