/**
 * What others do in chats, as it is told while the page is open: whoever hears of it calls this, and the rooms, their
 * messages and their marks follow. Everything may be told twice.
 */
import type { ChatMessage, ChatMessageId, ChatRoomId, UserId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';

import { isBeingRead, wasToldHere } from './chatReading';
import { refetchRooms, roomHasMessage, roomIsSeen } from './chatRooms';
import { catchUp, echo, happen, isBehind, ownId } from './chatThread';

/** What cannot be fetched now is fetched with the next message, or when the server is there again. */
const quietly = (work: Promise<void>): void => void work.catch(() => undefined);

/** Somebody, oneself in another window perhaps, has written a message. */
export function chatMessageArrived(queries: QueryClient, message: ChatMessage): void {
  const { roomId } = message;
  const thread = happen(queries, roomId, [echo(message)]);
  if (thread !== undefined && isBehind(thread, undefined)) quietly(catchUp(queries, roomId));
  const news = message.userId !== ownId(queries) && !isBeingRead(queries, roomId);
  roomHasMessage(queries, message, news);
}

/** Somebody has read a room up to a message. Where it was oneself, in another window, the count goes too. */
export function chatReadArrived(
  queries: QueryClient,
  read: { roomId: ChatRoomId; userId: UserId; messageId: ChatMessageId },
): void {
  const { roomId, messageId } = read;
  if (read.userId !== ownId(queries)) roomIsSeen(queries, roomId, read);
  else if (!wasToldHere(queries, roomId, messageId)) refetchRooms(queries);
}

/** A room was opened or closed, or its people are others. */
export function chatRoomsChanged(queries: QueryClient): void {
  refetchRooms(queries);
}

/** After a time without being told: everything that was missed is fetched, nothing comes twice. */
export function chatCaughtUp(queries: QueryClient): void {
  refetchRooms(queries);
  for (const query of queries.getQueryCache().findAll({ queryKey: ['chat', 'thread'] })) {
    const [, , roomId] = query.queryKey;
    if (typeof roomId !== 'string') continue;
    // A room that nobody looks at catches up when it is opened.
    if (query.isActive()) quietly(catchUp(queries, roomId));
  }
}
