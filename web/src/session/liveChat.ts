/** What the live connection tells of chats, and of which rooms it is to be told. */
import type { ChatMessage } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '@/api/client';

import { chatCaughtUp, chatMessageArrived, chatReadArrived, chatRoomsChanged } from './chatCache';
import { fetchRooms } from './chatRooms';

export { chatCaughtUp };

/** The names, on the connection, of all rooms of the company; null where they cannot be fetched now. */
export async function chatRooms(): Promise<string[] | null> {
  try {
    return (await fetchRooms()).map(({ roomId }) => `chat_${roomId}`);
  } catch (failure) {
    return failure instanceof ApiFailure && failure.passing ? null : [];
  }
}

export const chatEvents = {
  chat_message: (queries: QueryClient, message: ChatMessage) => chatMessageArrived(queries, message),
  chat_read: (queries: QueryClient, read: Parameters<typeof chatReadArrived>[1]) =>
    chatReadArrived(queries, read),
  chat_room: (queries: QueryClient) => chatRoomsChanged(queries),
};
