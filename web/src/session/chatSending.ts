/**
 * Sending messages. A message shows at once and goes under a name of its own, so that sent twice it is stored once.
 * One after the other in each room: what was written first is read first.
 */
import type { ChatMessage, ChatRoomId, TaggedPerson } from '@bindings';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure } from '@/api/client';
import { sentence } from '@/wasm/rules';
import { forgetUnsent } from './chatKept';
import { refetchRooms, roomHasMessage } from './chatRooms';
import { happen, readThread, type Thread, threadKey } from './chatThread';
import { isUnsent, type UnsentMessage } from './chatWire';
import { handIn } from './handIn';
import { outbox, queued } from './outbox';
import { type Session, useSession } from './session';

/** A name that no other message has. Pages without a certificate have no `randomUUID`. */
export const nonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, '0')).join(
    '',
  );

const lines = new WeakMap<QueryClient, Map<ChatRoomId, Promise<unknown>>>();

/** Runs what is to be sent in a room after what was to be sent before it. */
function inLine<T>(queries: QueryClient, roomId: ChatRoomId, work: () => Promise<T>): Promise<T> {
  const rooms = lines.get(queries) ?? new Map<ChatRoomId, Promise<unknown>>();
  lines.set(queries, rooms);
  const turn = (rooms.get(roomId) ?? Promise.resolve()).then(work);
  rooms.set(
    roomId,
    turn.catch(() => undefined),
  );
  return turn;
}

/** When everything that was to be sent in a room until now has been. Pictures wait for it, texts not for pictures. */
export async function afterTexts(queries: QueryClient, roomId: ChatRoomId): Promise<void> {
  await lines.get(queries)?.get(roomId);
}

/** The rule knows a refusal for too many by its first word, which other languages do not have. */
const toldToRule = ({ code, message }: ApiFailure): string =>
  code === 'duplicate_call_limit' ? sentence('duplicateCallLimit', 'english') : message;

/** Stored: it stands there as the server has it. */
export function messageTaken(queries: QueryClient, tempId: string, message: ChatMessage): void {
  forgetUnsent({ userId: message.userId, roomId: message.roomId, tempId });
  happen(queries, message.roomId, [{ type: 'confirm', tempId, message: { ...message } }]);
  roomHasMessage(queries, message, false);
}

/** Somebody gave up a message that was not stored. */
export function forgetMessage(queries: QueryClient, { userId, roomId, tempId }: UnsentMessage): void {
  forgetUnsent({ userId, roomId, tempId });
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
  happen(queries, roomId, [{ type: 'fail', tempId, error }]);
}

/** Answers why it was refused where sending it again would not help; null else. */
async function post(queries: QueryClient, message: UnsentMessage): Promise<ApiFailure | null> {
  try {
    const task = { kind: 'message', message } as const;
    const answer = await handIn<{ message: ChatMessage }>(queries, task, 'notSaved');
    // What waits stands there as what it is.
    if (answer !== queued) messageTaken(queries, message.tempId, answer.message);
    return null;
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    fail(queries, message, toldToRule(failure));
    if (failure.status === 409) refetchRooms(queries);
    // That there is no room for it in this browser, or another has to be chosen, is told.
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
  const thread = happen(queries, roomId, [{ type: 'submit', message, nonce: nonce() }]);
  const shown = thread?.messages.at(-1);
  return shown !== undefined && isUnsent(shown) ? shown : undefined;
}

/** What can be sent in a room. Both answer a refusal that is to be told; null when it went or may go later. */
export function useSending(roomId: ChatRoomId) {
  const queries = useQueryClient();
  const { user, company } = useSession();
  return useMemo(
    () => ({
      send: async (contents: string, tags: TaggedPerson[]): Promise<ApiFailure | null> => {
        const message = submit(queries, { user, company }, roomId, contents, tags);
        if (message === undefined) return null;
        return inLine(queries, roomId, () => post(queries, message));
      },
      resend: async (tempId: string): Promise<ApiFailure | null> => {
        const failed = readThread(queries, roomId)?.messages.find(
          (each) => each.status === 'error' && each.tempId === tempId,
        );
        if (failed === undefined || !isUnsent(failed)) return null;
        // It waits already.
        if (outbox.read().some((each) => each.kind === 'message' && each.message.tempId === tempId))
          return null;
        happen(queries, roomId, [{ type: 'resend', tempId }]);
        return inLine(queries, roomId, () => post(queries, failed));
      },
    }),
    [queries, user, company, roomId],
  );
}
