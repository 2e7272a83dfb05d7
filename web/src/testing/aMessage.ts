/** Chats for tests: values that are not passed have typical defaults. */
import type { AllRooms, ChatMessage, RoomPerson } from '@bindings';
import { vi } from 'vitest';
import type { Room } from '@/queries/chat/rooms';

import { jobId } from './aJob';
import { aCompany, aUser, refusal } from './render';

const otherCompanyId = jobId(8_900);

const person = (
  number: number,
  firstName: string,
  lastName: string,
  companyId = otherCompanyId,
): RoomPerson => ({
  id: jobId(number),
  firstName,
  lastName,
  companyId,
  userType: 'member',
  position: 'Crew lead',
});

export const luis = person(8_001, 'Luis', 'Ríos');
export const ana = person(8_002, 'Ana', 'Ríos');
export const me: RoomPerson = { ...aUser, companyId: aCompany.id };

export const roomId = (number: number): string => jobId(8_500 + number);

/** The message with this number in its room, by Luis by default, a minute after the previous one. */
export const aMessage = (seq: number, contents: string, change: Partial<ChatMessage> = {}): ChatMessage => ({
  id: jobId(80_000 + seq),
  roomId: roomId(1),
  seq,
  userId: luis.id,
  companyId: otherCompanyId,
  contents,
  attachment: null,
  thumb: null,
  width: null,
  height: null,
  tags: [],
  tempId: null,
  status: 'sent',
  dateInserted: new Date(Date.UTC(2026, 5, 9, 15) + seq * 60_000).toISOString(),
  language: 'english',
  author: { firstName: 'Luis', lastName: 'Ríos' },
  ...change,
});

/** A message by the signed-in user. */
export const mine = (seq: number, contents: string, change: Partial<ChatMessage> = {}): ChatMessage =>
  aMessage(seq, contents, {
    userId: aUser.id,
    companyId: aCompany.id,
    author: { firstName: aUser.firstName, lastName: aUser.lastName },
    ...change,
  });

/** This many messages, oldest first. */
export const messages = (count: number): ChatMessage[] =>
  Array.from({ length: count }, (_, at) => aMessage(at + 1, `Message ${at + 1}`));

export const aRoom = (number: number, name: string, change: Partial<Room> = {}): Room => ({
  roomId: roomId(number),
  kind: 'connection',
  company: { id: otherCompanyId, name, logoUrl: null, companyType: 'subcontractor' },
  job: null,
  userlist: [ana, luis, me],
  lastMessage: null,
  unread: 0,
  isOpen: true,
  seen: [],
  ...change,
});

interface Sent {
  userId: string;
  roomId: string;
  contents: string;
  tags?: string[];
  tempId: string;
}

type Refuse = 'nothing' | 'network' | 'duplicate' | 'closed' | 'rooms';

/** The answer that lists rooms of every kind. */
const listed = (rooms: Room[]): AllRooms => ({
  rooms: rooms.map(({ userlist, company, ...room }) => ({
    ...room,
    company: room.kind === 'company' ? null : company,
    userIds: userlist.map(({ id }) => id),
  })),
  people: [...new Map(rooms.flatMap(({ userlist }) => userlist).map((each) => [each.id, each])).values()],
});

/** A fake chat server. Requests are recorded in `calls`, sent messages in `sent`; `refuse` makes it fail. */
export function chatServer(rooms: Room[], stored: ChatMessage[]) {
  const server = {
    rooms,
    stored,
    calls: [] as string[],
    sent: [] as Sent[],
    refuse: 'nothing' as Refuse,
    /** Responses to POST requests wait for this. */
    until: Promise.resolve(),
    /** Responses to requests for messages wait for this. */
    untilRead: Promise.resolve(),
  };
  const page = (room: string, query: URLSearchParams, before: string | undefined) => {
    const all = server.stored.filter((message) => message.roomId === room);
    const after = query.get('after');
    const at = (id: string) => all.findIndex((message) => message.id === id);
    if (after !== null) return all.slice(at(after) + 1, at(after) + 51);
    return (before === undefined ? all : all.slice(0, at(before))).slice(-50);
  };
  const write = async (sent: Sent): Promise<Response> => {
    server.sent.push(sent);
    await server.until;
    if (server.refuse === 'network') throw new TypeError('no network');
    if (server.refuse === 'duplicate') return refusal(429, 'duplicate_call_limit', 'Llamada repetida');
    if (server.refuse === 'closed') return refusal(409, 'conflict', 'This chat is closed.');
    const known = server.stored.find(({ tempId }) => tempId === sent.tempId);
    if (known !== undefined) return Response.json({ message: known });
    const seq = server.stored.filter((message) => message.roomId === sent.roomId).length + 1;
    const tags = [luis, ana].filter(({ id }) => sent.tags?.includes(id));
    const message = mine(seq, sent.contents, { roomId: sent.roomId, tempId: sent.tempId, tags });
    server.stored.push(message);
    return Response.json({ message });
  };
  const fetch = vi.fn(async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(address, 'https://here.example');
    const method = init.method ?? 'GET';
    const [, , , call = '', ...rest] = pathname.split('/');
    server.calls.push(`${method} ${address}`);
    const id = rest.at(-1) ?? '';
    if (pathname === '/api/notifications/user') return Response.json({ notifications: [] });
    if (call === 'sendMessage') return write(JSON.parse(init.body as string) as Sent);
    if (server.refuse === 'network') throw new TypeError('no network');
    if (call === 'rooms' && server.refuse === 'rooms') return refusal(403, 'forbidden', 'Not today.');
    if (call === 'rooms' && method === 'GET') return Response.json(listed(server.rooms));
    if (call === 'read') return Response.json({ room: id, unread: 0 });
    if (call === 'messages') {
      await server.untilRead;
      const before = new Headers(init.headers).get('lastMessageId') ?? undefined;
      return Response.json({ messages: page(id, searchParams, before) });
    }
    const room = server.rooms.find((each) => each.roomId === id);
    if (call === 'room' && room !== undefined) return Response.json({ room });
    return refusal(404, 'not_found', 'There is no such chat.');
  });
  vi.stubGlobal('fetch', fetch);
  return server;
}
