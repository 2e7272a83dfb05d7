/** Applies chat events to the query cache: rooms, messages and read receipts. Events may arrive twice. */
import type { ChatMessage, ChatMessageId, ChatRoomId, UserId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';

import { isRoomVisible, wasReadHere } from './readReceipts';
import { refetchRooms, storeLastMessage, storeReadReceipt } from './rooms';
import { applyThreadEvents, fetchMissedMessages, hasGap, messageEvent, signedInUserId } from './thread';

/** A failed fetch is repeated with the next message, or when the server can be reached again. */
const ignoreFailure = (work: Promise<void>): void => void work.catch(() => undefined);

/** A new message, perhaps by the user in another window. */
export function applyChatMessage(queries: QueryClient, message: ChatMessage): void {
  const { roomId } = message;
  const thread = applyThreadEvents(queries, roomId, [messageEvent(message)]);
  if (thread !== undefined && hasGap(thread, undefined)) ignoreFailure(fetchMissedMessages(queries, roomId));
  const news = message.userId !== signedInUserId(queries) && !isRoomVisible(queries, roomId);
  storeLastMessage(queries, message, news);
}

/** A read receipt. If it is the user's own, from another window, the unread count changes, too. */
export function applyChatRead(
  queries: QueryClient,
  read: { roomId: ChatRoomId; userId: UserId; messageId: ChatMessageId },
): void {
  const { roomId, messageId } = read;
  if (read.userId !== signedInUserId(queries)) storeReadReceipt(queries, roomId, read);
  else if (!wasReadHere(queries, roomId, messageId)) refetchRooms(queries);
}

/** A room was opened or closed, or its members changed. */
export function applyChatRoomsChange(queries: QueryClient): void {
  refetchRooms(queries);
}

/** After a time without live events: fetches everything that was missed, without duplicates. */
export function refetchChats(queries: QueryClient): void {
  refetchRooms(queries);
  for (const query of queries.getQueryCache().findAll({ queryKey: ['chat', 'thread'] })) {
    const [, , roomId] = query.queryKey;
    if (typeof roomId !== 'string') continue;
    // A room that is not shown catches up when it is opened.
    if (query.isActive()) ignoreFailure(fetchMissedMessages(queries, roomId));
  }
}
