/**
 * The chat rooms of the user: one with each company that theirs was ever connected with, one of their own company, and
 * those of jobs. They are cached under `['chat', 'rooms']`, in the order of the server; a room with a new message moves
 * to the front.
 */
import type {
  AllRooms,
  ChatMessage,
  ChatRoom,
  ChatRoomId,
  JobId,
  OneRoom,
  RoomCompany,
  RoomJob,
  UserId,
} from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '@/api/client';
import { useSession } from '@/queries/accounts/session';
import { polling } from '@/queries/live/polling';

/** A room as it is shown: `company` is the other company, or the user's own in the room of their own. */
export interface Room extends ChatRoom {
  /** The job of a job's room. */
  job: RoomJob | null;
}

export const roomsKey = ['chat', 'rooms'] as const;

const roomsPath = '/api/chat/rooms?kinds=all';

/** The name of a room: the title of its job, or its company. */
export const roomName = ({ job, company }: Pick<Room, 'job' | 'company'>): string =>
  job?.title ?? company.name;

async function fetchRooms(own: RoomCompany): Promise<Room[]> {
  const { rooms, people } = await call<AllRooms>('GET', roomsPath);
  const byId = new Map(people.map((person) => [person.id, person]));
  return rooms.map(({ userIds, ...room }) => ({
    ...room,
    company: room.company ?? own,
    userlist: userIds.flatMap((id) => byId.get(id) ?? []),
  }));
}

/** The ids of the user's rooms. Rejects with an `ApiFailure`. */
export const fetchRoomIds = async (): Promise<ChatRoomId[]> =>
  (await call<Pick<AllRooms, 'rooms'>>('GET', roomsPath)).rooms.map(({ roomId }) => roomId);

export function useRooms() {
  const { company } = useSession();
  return useQuery({ queryKey: roomsKey, queryFn: () => fetchRooms(company), ...polling });
}

const shownRoom = (room: OneRoom, own: RoomCompany): Room =>
  'userIds' in room ? { ...room, company: room.company ?? own } : { ...room, job: null };

function addRoom(queries: QueryClient, room: Room): void {
  queries.setQueryData<Room[]>(roomsKey, (rooms) =>
    rooms === undefined || rooms.some((each) => each.roomId === room.roomId) ? rooms : [room, ...rooms],
  );
}

/** Fetches one room, which may be newer than the list; `own` is the user's company. Rejects with an `ApiFailure`. */
export async function fetchRoom(queries: QueryClient, roomId: ChatRoomId, own: RoomCompany): Promise<Room> {
  const path = `/api/chat/room/${encodeURIComponent(roomId)}`;
  const room = shownRoom((await call<{ room: OneRoom }>('GET', path)).room, own);
  addRoom(queries, room);
  return room;
}

/** Opens the room of an accepted job, which is made by the first who opens it. Rejects with an `ApiFailure`. */
export function useOpenJobRoom(): (jobId: JobId) => Promise<Room> {
  const queries = useQueryClient();
  const { company } = useSession();
  return useCallback(
    async (jobId) => {
      const answer = await call<{ room: OneRoom }>('POST', '/api/chat/rooms/job', { jobId });
      const room = shownRoom(answer.room, company);
      addRoom(queries, room);
      return room;
    },
    [queries, company],
  );
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

function changeRoom(queries: QueryClient, roomId: ChatRoomId, change: (room: Room) => Room): boolean {
  const rooms = queries.getQueryData<Room[]>(roomsKey);
  if (rooms === undefined || queries.isFetching({ queryKey: roomsKey }) > 0) refetchRooms(queries);
  const room = rooms?.find((each) => each.roomId === roomId);
  if (rooms === undefined || room === undefined) return false;
  const next = change(room);
  if (next === room) return true;
  const moves = next.lastMessage !== room.lastMessage && next.isOpen;
  queries.setQueryData<Room[]>(
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
