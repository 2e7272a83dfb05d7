/**
 * Hands in what may wait: at once where there is a network, and through the outbox where nobody answers. Its name is
 * made before the first try, so that what was sent without an answer is sent again under the same name and counts once.
 */
import type { ChatRoom, Notice } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure, type UploadOptions } from '@/api/client';
import { newKey } from '@/api/keyed';
import { isAway } from '@/api/reach';

import { roomsKey } from './chatRooms';
import { inWords } from './jobChange';
import { knownJob } from './jobsCache';
import { type Entry, outbox, type Queued, queued, type Task } from './outbox';
import { deliver, laneOf } from './outboxWire';
import { profileQuery } from './session';

function titleOf(queries: QueryClient, task: Task): string {
  switch (task.kind) {
    case 'note':
    case 'photo':
      return knownJob(queries, task.jobId)?.title ?? '';
    case 'completeJob':
      return task.job.title;
    case 'sign':
      return task.order.title;
    case 'completeAppointment':
      return `${task.appointment.customerFirstName ?? ''} ${task.appointment.customerLastName ?? ''}`.trim();
    case 'message':
    case 'picture': {
      const roomId = task.kind === 'message' ? task.message.roomId : task.roomId;
      const rooms = queries.getQueryData<ChatRoom[]>(roomsKey);
      return rooms?.find((room) => room.roomId === roomId)?.company.name ?? '';
    }
  }
}

function entryOf(queries: QueryClient, task: Task, id: string): Entry {
  const profile = queries.getQueryData(profileQuery.queryKey);
  if (profile === undefined) throw new Error('nobody is signed in here: nothing can be handed in');
  return {
    ...task,
    id,
    rank: id,
    userId: profile.user.id,
    lane: laneOf(task),
    title: titleOf(queries, task),
    doneAt: Date.now(),
    state: 'waiting',
    reason: null,
    unsure: false,
    tries: 0,
  };
}

/** A browser that keeps nothing works as it did without an outbox; so does a page whose parts cannot be fetched. */
const theOutbox = async () =>
  'indexedDB' in globalThis ? import('./outboxSending').catch(() => undefined) : undefined;

async function handOver<T>(queries: QueryClient, entry: Entry, options: UploadOptions): Promise<T | Queued> {
  const behind = outbox.read().some(({ lane }) => lane === entry.lane);
  let lost: ApiFailure | undefined;
  if (!behind && navigator.onLine && !isAway()) {
    try {
      return await deliver<T>(entry, options);
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || !failure.unheard) throw failure;
      lost = failure;
    }
  }
  const waiting = await theOutbox();
  if (waiting !== undefined) {
    await waiting.putIn(queries, { ...entry, unsure: lost !== undefined });
    return queued;
  }
  if (lost !== undefined) throw lost;
  return deliver<T>(entry, options);
}

/**
 * Resolves with `queued` where it waits and shows as such. Rejects with an `ApiFailure` where it was refused; `broken`
 * says what did not happen where something broke. Who shows it meanwhile gives it its name (`key`).
 */
export async function handIn<T>(
  queries: QueryClient,
  task: Task,
  broken: Notice,
  options: UploadOptions = {},
): Promise<T | Queued> {
  try {
    return await handOver<T>(queries, entryOf(queries, task, options.key ?? newKey()), options);
  } catch (failure) {
    // Whoever stopped it knows.
    throw options.signal?.aborted === true ? failure : inWords(failure, broken);
  }
}
