/**
 * Sends messages. A message shows at once and has an idempotency key, so that it is stored once even if it is sent
 * twice. The messages of a room are sent in order.
 */
import type { ChatMessage, ChatRoomId, TaggedPerson } from '@bindings';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure } from '@/api/client';
import { newIdempotencyKey } from '@/api/idempotency';
import { type Session, useSession } from '@/queries/accounts/session';
import { outbox, queued } from '@/queries/offline/outbox';
import { sendOrQueue } from '@/queries/offline/sendOrQueue';
import { sentence } from '@/wasm/rules';
import { removeUnsent } from './drafts';
import { isUnsent, type UnsentMessage } from './messageTypes';
import { refetchRooms, storeLastMessage } from './rooms';
import { applyThreadEvents, messageEvent, readThread, type Thread, threadKey } from './thread';

/** A unique id. Pages without HTTPS have no `randomUUID`. */
const nonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, '0')).join(
    '',
  );

const sendQueues = new WeakMap<QueryClient, Map<ChatRoomId, Promise<unknown>>>();

/**
 * Queues the sending of a message behind the earlier ones of its room. The work begins at once, to store the message, and
 * sends it after them.
 */
function enqueue<T>(
  queries: QueryClient,
  roomId: ChatRoomId,
  work: (after: Promise<unknown>) => Promise<T>,
): Promise<T> {
  const rooms = sendQueues.get(queries) ?? new Map<ChatRoomId, Promise<unknown>>();
  sendQueues.set(queries, rooms);
  const result = work(rooms.get(roomId) ?? Promise.resolve());
  rooms.set(
    roomId,
    result.catch(() => undefined),
  );
  return result;
}

/** Resolves when all earlier texts of the room have been sent. Pictures wait for texts, texts not for pictures. */
export async function afterPendingTexts(queries: QueryClient, roomId: ChatRoomId): Promise<void> {
  await sendQueues.get(queries)?.get(roomId);
}

/** The error for the chat rule, which recognizes the duplicate-call refusal by its English text. */
const errorForRule = ({ code, message }: ApiFailure): string =>
  code === 'duplicate_call_limit' ? sentence('duplicateCallLimit', 'english') : message;

/** Replaces the unsent message by the stored one. */
export function storeSentMessage(queries: QueryClient, tempId: string, message: ChatMessage): void {
  removeUnsent({ userId: message.userId, roomId: message.roomId, tempId });
  applyThreadEvents(queries, message.roomId, [{ type: 'confirm', tempId, message: { ...message } }]);
  storeLastMessage(queries, message, false);
}

/** Writes a stored picture to its room. */
export function storeSentPicture(queries: QueryClient, message: ChatMessage): void {
  applyThreadEvents(queries, message.roomId, [messageEvent(message)]);
  storeLastMessage(queries, message, false);
}

/** The user discarded a message that was not stored. */
export function discardMessage(queries: QueryClient, { userId, roomId, tempId }: UnsentMessage): void {
  removeUnsent({ userId, roomId, tempId });
  queries.setQueryData<Thread>(
    threadKey(roomId),
    (thread) =>
      thread && {
        ...thread,
        messages: thread.messages.filter((each) => !isUnsent(each) || each.tempId !== tempId),
      },
  );
}

function fail(queries: QueryClient, { roomId, tempId }: UnsentMessage, error: string): void {
  applyThreadEvents(queries, roomId, [{ type: 'fail', tempId, error }]);
}

/** Returns the refusal if sending it again would not help, else null. */
async function post(
  queries: QueryClient,
  message: UnsentMessage,
  key: string,
  after: Promise<unknown>,
): Promise<ApiFailure | null> {
  try {
    const task = { kind: 'message', message } as const;
    const answer = await sendOrQueue<{ message: ChatMessage }>(queries, task, 'notSaved', { key, after });
    // A queued message is shown as queued.
    if (answer !== queued) storeSentMessage(queries, message.tempId, answer.message);
    return null;
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    fail(queries, message, errorForRule(failure));
    if (failure.status === 409) refetchRooms(queries);
    // A full storage, or a conflict that needs a decision, is reported.
    const later = failure.passing && failure.code !== 'full';
    return later || failure.status === 429 || failure.status === 401 ? null : failure;
  }
}

function submit(
  queries: QueryClient,
  { user, company }: Pick<Session, 'user' | 'company'>,
  roomId: ChatRoomId,
  contents: string,
  tags: TaggedPerson[],
): UnsentMessage | undefined {
  const { id: userId, firstName, lastName, language } = user;
  const message = {
    roomId,
    userId,
    companyId: company.id,
    contents,
    tags,
    dateInserted: new Date().toISOString(),
    language,
    author: { firstName, lastName },
  };
  const thread = applyThreadEvents(queries, roomId, [{ type: 'submit', message, nonce: nonce() }]);
  const shown = thread?.messages.at(-1);
  return shown !== undefined && isUnsent(shown) ? shown : undefined;
}

/**
 * Sending and resending in a room. Both return a refusal to show; null if the message was sent, or may be sent later.
 */
export function useSendMessage(roomId: ChatRoomId) {
  const queries = useQueryClient();
  const { user, company } = useSession();
  return useMemo(
    () => ({
      send: async (contents: string, tags: TaggedPerson[]): Promise<ApiFailure | null> => {
        const message = submit(queries, { user, company }, roomId, contents, tags);
        if (message === undefined) return null;
        // Created now: later messages have later keys, and are sent after it.
        const key = newIdempotencyKey();
        return enqueue(queries, roomId, (after) => post(queries, message, key, after));
      },
      resend: async (tempId: string): Promise<ApiFailure | null> => {
        const failed = readThread(queries, roomId)?.messages.find(
          (each) => each.status === 'error' && each.tempId === tempId,
        );
        if (failed === undefined || !isUnsent(failed)) return null;
        // It is queued already.
        if (outbox.read().some((each) => each.kind === 'message' && each.message.tempId === tempId))
          return null;
        applyThreadEvents(queries, roomId, [{ type: 'resend', tempId }]);
        const key = newIdempotencyKey();
        return enqueue(queries, roomId, (after) => post(queries, failed, key, after));
      },
    }),
    [queries, user, company, roomId],
  );
}
