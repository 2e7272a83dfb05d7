/**
 * The chat rooms of the company, one with each company it was ever connected with. They are cached under `['chat',
 * 'rooms']`, in the order of the server; a room with a new message moves to the front.
 */
import type { ChatMessage, ChatRoom, ChatRoomId, OneRoom, RoomCompany, UserId } from '@bindings';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';

import { polling } from '@/queries/live/polling';

export const roomsKey = ['chat', 'rooms'] as const;

export const fetchRooms = async (): Promise<ChatRoom[]> =>
  (await call<{ rooms: ChatRoom[] }>('GET', '/api/chat/rooms')).rooms;

export const useRooms = () => useQuery({ queryKey: roomsKey, queryFn: fetchRooms, ...polling });

/** A room as it is shown: that of a company under the company's name, that of a job under the job's title. */
function shownRoom(room: OneRoom, own: RoomCompany): ChatRoom {
  if (!('userIds' in room)) return room;
  const company = room.company ?? own;
  return { ...room, company: { ...company, name: room.job?.title ?? company.name } };
}

/**
 * Fetches one room, which may be newer than the list, or of another kind than those in it; `own` is the user's company.
 * Rejects with an `ApiFailure`.
 */
export async function fetchRoom(
  queries: QueryClient,
  roomId: ChatRoomId,
  own: RoomCompany,
): Promise<ChatRoom> {
  const path = `/api/chat/room/${encodeURIComponent(roomId)}`;
  const answer = await call<{ room: OneRoom }>('GET', path);
  const room = shownRoom(answer.room, own);
  queries.setQueryData<ChatRoom[]>(roomsKey, (rooms) =>
    rooms === undefined || rooms.some((each) => each.roomId === roomId) ? rooms : [room, ...rooms],
  );
  return room;
}

/** Changes within this time after the first cause one request, in ms. */
const refetchDelay = 500;

const due = new WeakSet<QueryClient>();

/** A request that was sent before a change does not include it, so another one follows. */
export function refetchRooms(queries: QueryClient): void {
  if (due.has(queries)) return;
  due.add(queries);
  setTimeout(() => {
    due.delete(queries);
    void queries.invalidateQueries({ queryKey: roomsKey });
  }, refetchDelay);
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
 * Writes the last message of a room, unless a newer one is known, and counts it as unread if it is new to the reader.
 * The message number shows whether it has arrived before.
 */
export function storeLastMessage(queries: QueryClient, message: ChatMessage, unread: boolean): void {
  const known = changeRoom(queries, message.roomId, (room) => {
    if (room.lastMessage !== null && room.lastMessage.seq >= message.seq) return room;
    return { ...room, lastMessage: message, unread: room.unread + (unread ? 1 : 0) };
  });
  if (!known) refetchRooms(queries);
}

export const markRoomRead = (queries: QueryClient, roomId: ChatRoomId, unread: number): boolean =>
  changeRoom(queries, roomId, (room) => (room.unread === unread ? room : { ...room, unread }));

/** Another user has read up to a message. */
export const storeReadReceipt = (
  queries: QueryClient,
  roomId: ChatRoomId,
  { userId, messageId }: { userId: UserId; messageId: string },
): boolean =>
  changeRoom(queries, roomId, (room) => {
    const others = room.seen.filter((each) => each.userId !== userId);
    return { ...room, seen: [...others, { userId, messageId, dateSeen: new Date().toISOString() }] };
  });
