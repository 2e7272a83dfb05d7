/**
 * What was done here and is not with the server yet. Shown is what stands in this list; it is kept by `outboxShelf.ts`,
 * gets in by `handIn.ts` and out by `outboxSending.ts`, both of which are fetched behind the page.
 */
import type { Appointment, ChatRoomId, Job, JobId, TaggedPerson, UserId, WorkOrder } from '@bindings';
import { useMemo, useSyncExternalStore } from 'react';

import type { UnsentMessage } from './chatWire';

/** What one may do on a roof. Where something may have changed meanwhile, it holds what was seen. */
export type Task =
  | { kind: 'note'; jobId: JobId; content: string }
  | { kind: 'photo'; jobId: JobId; file: File }
  | { kind: 'message'; message: UnsentMessage }
  | { kind: 'picture'; roomId: ChatRoomId; tempId: string; tags: readonly TaggedPerson[]; file: File }
  | { kind: 'sign'; order: WorkOrder }
  | { kind: 'completeJob'; job: Job; isActive: boolean }
  | { kind: 'completeAppointment'; appointment: Appointment; followUpNote: string };

export type Kind = Task['kind'];

interface Standing {
  /** Also names its call. */
  id: string;
  /** The name that it had first: they rise in the order in which things were done. */
  rank: string;
  userId: UserId;
  /** What it belongs to: what belongs to the same keeps its order. */
  lane: string;
  /** The title of the job, the name of the room; empty where it is not known here. */
  title: string;
  /** When it was done, in ms. */
  doneAt: number;
  /** `changed`: what was seen is not so any more, and somebody has to choose. */
  state: 'waiting' | 'sending' | 'refused' | 'changed';
  /** Why it was refused, in the server's words. */
  reason: string | null;
  /** It was sent without hearing anything: the server may have it. */
  unsure: boolean;
  /** How often the server could not do it. */
  tries: number;
}

export type Entry = Task & Standing;
export type EntryOf<K extends Kind> = Extract<Entry, { kind: K }>;

/** What such a call resolves with where it waits instead. */
export const queued = Symbol('waits to be uploaded');
export type Queued = typeof queued;

let entries: readonly Entry[] = [];
const tellAll = new Set<() => void>();

export const outbox = {
  /** In the order in which it was done. */
  read: (): readonly Entry[] => entries,
  show: (next: readonly Entry[]): void => {
    if (next.length === 0 && entries.length === 0) return;
    entries = next;
    for (const tell of tellAll) tell();
  },
  subscribe: (tell: () => void) => {
    tellAll.add(tell);
    return () => tellAll.delete(tell);
  },
};

export const useOutbox = (): readonly Entry[] => useSyncExternalStore(outbox.subscribe, outbox.read);

/** Those of one kind. The list stays the same while they do. */
export function useWaiting<K extends Kind>(kind: K): readonly EntryOf<K>[] {
  const all = useOutbox();
  return useMemo(() => all.filter((entry): entry is EntryOf<K> => entry.kind === kind), [all, kind]);
}

/** It will be so, as far as is known: what the server refused shows as it is there. */
export const isOpen = ({ state }: Entry): boolean => state === 'waiting' || state === 'sending';
