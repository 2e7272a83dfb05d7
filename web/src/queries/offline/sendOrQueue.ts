/**
 * Sends what may be queued: at once where there is a network, through the outbox where the server cannot be reached.
 * The idempotency key is created before the first attempt, so that a retry after a lost response counts once.
 */
import type { ChatRoom, Notice } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure, type UploadOptions } from '@/api/client';
import { isOffline } from '@/api/connectivity';
import { newIdempotencyKey } from '@/api/idempotency';
import { profileQuery } from '@/queries/accounts/session';
import { roomsKey } from '@/queries/chat/rooms';
import { cachedJob } from '@/queries/jobs/jobsCache';
import { explainFailure } from '@/queries/mutations/request';
import { type Entry, outbox, type Queued, queued, type Task } from './outbox';
import { deliver, orderingKey } from './outboxTransport';

function titleOf(queries: QueryClient, task: Task): string {
  switch (task.kind) {
    case 'note':
    case 'photo':
      return cachedJob(queries, task.jobId)?.title ?? '';
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
    lane: orderingKey(task),
    title: titleOf(queries, task),
    doneAt: Date.now(),
    state: 'waiting',
    reason: null,
    unsure: false,
    tries: 0,
  };
}

/**
 * Undefined where the browser has no storage, or the chunk cannot be loaded: then calls fail as they do without an
 * outbox.
 */
const loadOutbox = async () =>
  'indexedDB' in globalThis ? import('./outboxSender').catch(() => undefined) : undefined;

async function deliverOrQueue<T>(
  queries: QueryClient,
  entry: Entry,
  options: UploadOptions,
): Promise<T | Queued> {
  const behind = outbox.read().some(({ lane }) => lane === entry.lane);
  let lost: ApiFailure | undefined;
  if (!behind && navigator.onLine && !isOffline()) {
    try {
      return await deliver<T>(entry, options);
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || !failure.unheard) throw failure;
      lost = failure;
    }
  }
  const waiting = await loadOutbox();
  if (waiting !== undefined) {
    await waiting.enqueue(queries, { ...entry, unsure: lost !== undefined });
    return queued;
  }
  if (lost !== undefined) throw lost;
  return deliver<T>(entry, options);
}

/**
 * Resolves with `queued` where the task waits in the outbox. Rejects with an `ApiFailure` where it was refused;
 * `failureNotice` is the message for a server error. A caller that shows the result optimistically passes its `key`.
 */
export async function sendOrQueue<T>(
  queries: QueryClient,
  task: Task,
  failureNotice: Notice,
  options: UploadOptions = {},
): Promise<T | Queued> {
  try {
    return await deliverOrQueue<T>(
      queries,
      entryOf(queries, task, options.key ?? newIdempotencyKey()),
      options,
    );
  } catch (failure) {
    // A canceled call needs no message.
    throw options.signal?.aborted === true ? failure : explainFailure(failure, failureNotice);
  }
}
