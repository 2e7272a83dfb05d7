/** The chat events of the live connection, and the rooms that it joins for them. */
import type { ChatMessage } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '@/api/client';

import {
  applyChatMessage,
  applyChatRead,
  applyChatRoomsChange,
  refetchChats,
} from '@/queries/chat/liveUpdates';
import { fetchRoomIds } from '@/queries/chat/rooms';

export { refetchChats };

/** The names of the user's chat rooms on the connection; null if they cannot be fetched now. */
export async function chatRooms(): Promise<string[] | null> {
  try {
    return (await fetchRoomIds()).map((roomId) => `chat_${roomId}`);
  } catch (failure) {
    return failure instanceof ApiFailure && failure.passing ? null : [];
  }
}

export const chatEvents = {
  chat_message: (queries: QueryClient, message: ChatMessage) => applyChatMessage(queries, message),
  chat_read: (queries: QueryClient, read: Parameters<typeof applyChatRead>[1]) =>
    applyChatRead(queries, read),
  chat_room: (queries: QueryClient) => applyChatRoomsChange(queries),
};
