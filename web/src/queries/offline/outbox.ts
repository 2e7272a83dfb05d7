/**
 * The outbox: what the user did that the server has not stored yet. This file holds the list that the screens show;
 * `sendOrQueue.ts` adds entries, `outboxSender.ts` sends them and `outboxStorage.ts` stores them. Those two are
 * loaded after the page.
 */
import type { Appointment, ChatRoomId, Job, JobId, TaggedPerson, UserId, WorkOrder } from '@bindings';
import { useMemo, useSyncExternalStore } from 'react';

import type { UnsentMessage } from '@/queries/chat/messageTypes';

/**
 * What can be done without a network. Where others may change the same thing meanwhile, it includes the state that
 * the user saw.
 */
export type Task =
  | { kind: 'note'; jobId: JobId; content: string }
  | { kind: 'photo'; jobId: JobId; file: File }
  | { kind: 'message'; message: UnsentMessage }
  | { kind: 'picture'; roomId: ChatRoomId; tempId: string; tags: readonly TaggedPerson[]; file: File }
  | { kind: 'sign'; order: WorkOrder }
  | { kind: 'completeJob'; job: Job; isActive: boolean }
  | { kind: 'completeAppointment'; appointment: Appointment; followUpNote: string };

export type Kind = Task['kind'];

interface EntryState {
  /** Also names its call. */
  id: string;
  /** The name that it had first: they rise in the order in which things were done. */
  rank: string;
  userId: UserId;
  /** The lane of the entry: entries of the same job, room, order or appointment are sent in order. */
  lane: string;
  /** The title of the job or the name of the room; empty where it is not known here. */
  title: string;
  /** When it was done, in ms. */
  doneAt: number;
  /** `changed`: the state that the user saw is outdated, and the user has to decide. */
  state: 'waiting' | 'sending' | 'refused' | 'changed';
  /** Why it was refused, in the server's words. */
  reason: string | null;
  /** It was sent without hearing anything: the server may have it. */
  unsure: boolean;
  /** How often the server could not do it. */
  tries: number;
}

export type Entry = Task & EntryState;
export type EntryOf<K extends Kind> = Extract<Entry, { kind: K }>;

/** What such a call resolves with where it waits instead. */
export const queued = Symbol('waits to be uploaded');
export type Queued = typeof queued;

let entries: readonly Entry[] = [];
const listeners = new Set<() => void>();

export const outbox = {
  /** In the order in which it was done. */
  read: (): readonly Entry[] => entries,
  show: (next: readonly Entry[]): void => {
    if (next.length === 0 && entries.length === 0) return;
    entries = next;
    for (const tell of listeners) tell();
  },
  subscribe: (tell: () => void) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  },
};

export const useOutbox = (): readonly Entry[] => useSyncExternalStore(outbox.subscribe, outbox.read);

/** Those of one kind. The list stays the same while they do. */
export function useQueued<K extends Kind>(kind: K): readonly EntryOf<K>[] {
  const all = useOutbox();
  return useMemo(() => all.filter((entry): entry is EntryOf<K> => entry.kind === kind), [all, kind]);
}

/** It will be so, as far as is known: what the server refused shows as it is there. */
export const isPendingEntry = ({ state }: Entry): boolean => state === 'waiting' || state === 'sending';

/** The oldest entry that may be sent: no earlier one of the same lane is waiting, refused or in conflict. */
export function nextToSend(queue: readonly Entry[]): Entry | undefined {
  const blocked = new Set<string>();
  return queue.find((entry) => {
    if (isPendingEntry(entry) && !blocked.has(entry.lane)) return true;
    blocked.add(entry.lane);
    return false;
  });
}
