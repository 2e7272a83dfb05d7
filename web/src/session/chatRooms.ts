/**
 * The rooms of the signed-in company, one with each company it was ever connected with. They stand in the query cache
 * under `['chat', 'rooms']`, in the order of the server; a room in which something is written comes to the front.
 */
import type { ChatMessage, ChatRoom, ChatRoomId, UserId } from '@bindings';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';

import { watched } from './watched';

export const roomsKey = ['chat', 'rooms'] as const;

export const fetchRooms = async (): Promise<ChatRoom[]> =>
  (await call<{ rooms: ChatRoom[] }>('GET', '/api/chat/rooms')).rooms;

export const useRooms = () => useQuery({ queryKey: roomsKey, queryFn: fetchRooms, ...watched });

/** Asks for one room by itself: it may be newer than the list. Rejects with an `ApiFailure`. */
export async function fetchRoom(queries: QueryClient, roomId: ChatRoomId): Promise<ChatRoom> {
  const path = `/api/chat/room/${encodeURIComponent(roomId)}`;
  const { room } = await call<{ room: ChatRoom }>('GET', path);
  queries.setQueryData<ChatRoom[]>(roomsKey, (rooms) =>
    rooms === undefined || rooms.some((each) => each.roomId === roomId) ? rooms : [room, ...rooms],
  );
  return room;
}

/** Changes that come close together ask once, so many ms after the first. */
const gather = 500;

const due = new WeakSet<QueryClient>();

/** What was asked for before a change does not know of it, so it is asked again. */
export function refetchRooms(queries: QueryClient): void {
  if (due.has(queries)) return;
  due.add(queries);
  setTimeout(() => {
    due.delete(queries);
    void queries.invalidateQueries({ queryKey: roomsKey });
  }, gather);
}

function changeRoom(queries: QueryClient, roomId: ChatRoomId, change: (room: ChatRoom) => ChatRoom): boolean {
  const rooms = queries.getQueryData<ChatRoom[]>(roomsKey);
  if (rooms === undefined || queries.isFetching({ queryKey: roomsKey }) > 0) refetchRooms(queries);
  const room = rooms?.find((each) => each.roomId === roomId);
  if (rooms === undefined || room === undefined) return false;
  const next = change(room);
  if (next === room) return true;
  const moves = next.lastMessage !== room.lastMessage && next.isOpen;
  queries.setQueryData<ChatRoom[]>(
    roomsKey,
    moves
      ? [next, ...rooms.filter((each) => each !== room)]
      : rooms.map((each) => (each === room ? next : each)),
  );
  return true;
}

/**
 * A message stands in a room: it is its last one, unless a newer one is known, and it counts as unread where it is
 * news to the reader. Its number tells whether it was told before.
 */
export function roomHasMessage(queries: QueryClient, message: ChatMessage, unread: boolean): void {
  const known = changeRoom(queries, message.roomId, (room) => {
    if (room.lastMessage !== null && room.lastMessage.seq >= message.seq) return room;
    return { ...room, lastMessage: message, unread: room.unread + (unread ? 1 : 0) };
  });
  if (!known) refetchRooms(queries);
}

export const roomIsRead = (queries: QueryClient, roomId: ChatRoomId, unread: number): boolean =>
  changeRoom(queries, roomId, (room) => (room.unread === unread ? room : { ...room, unread }));

/** Somebody else has read up to a message. */
export const roomIsSeen = (
  queries: QueryClient,
  roomId: ChatRoomId,
  { userId, messageId }: { userId: UserId; messageId: string },
): boolean =>
  changeRoom(queries, roomId, (room) => {
    const others = room.seen.filter((each) => each.userId !== userId);
    return { ...room, seen: [...others, { userId, messageId, dateSeen: new Date().toISOString() }] };
  });
