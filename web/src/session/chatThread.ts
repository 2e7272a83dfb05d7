/**
 * The messages of one room, as far as they have been fetched. They stand in the query cache under
 * `['chat', 'thread', roomId]`; what happens to them is the rule `chat.reduce`. Every stored message has a number in
 * its room: messages stand in that order, and a number that is left out is fetched.
 */
import type { ChatMessage, ChatRoomId, UserId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import { language } from '@/i18n';
import { chatReduce, limits, type RoomEvent, type RoomMessage } from '@/wasm/rules';

import { forgetUnsent, keepUnsent, keptUnsent } from './chatKept';
import { isStored, isUnsent, type ThreadMessage } from './chatWire';
import { profileQuery } from './session';

export interface Thread {
  /** Oldest first. */
  messages: readonly ThreadMessage[];
  tooMany: boolean;
  /** There are older ones on the server. */
  hasOlder: boolean;
}

export const threadKey = (roomId: ChatRoomId) => ['chat', 'thread', roomId] as const;

export const readThread = (queries: QueryClient, roomId: ChatRoomId): Thread | undefined =>
  queries.getQueryData<Thread>(threadKey(roomId));

/** Whose thread it is. */
export const ownId = (queries: QueryClient): UserId | undefined =>
  queries.getQueryData(profileQuery.queryKey)?.user.id;

const path = (roomId: ChatRoomId) => `/api/chat/messages/room/${encodeURIComponent(roomId)}`;

async function fetchPage(
  roomId: ChatRoomId,
  query: string,
  own?: Record<string, string>,
): Promise<ChatMessage[]> {
  const answer = await call<{ messages: ChatMessage[] }>('GET', `${path(roomId)}?${query}`, undefined, own);
  return answer.messages;
}

/** Numbers rise; what has none yet stays behind what it followed. Mostly they do already. */
function inOrder(messages: readonly ThreadMessage[]): readonly ThreadMessage[] {
  let last = 0;
  let rises = true;
  const placed = messages.map((message) => {
    if (isStored(message)) {
      rises &&= message.seq > last;
      last = Math.max(last, message.seq);
    }
    return { message, at: isStored(message) ? message.seq : last };
  });
  return rises ? messages : placed.toSorted((a, b) => a.at - b.at).map(({ message }) => message);
}

/** Asks the rule. It is shown only what it looks at: a long room is not copied there and back. */
function reduced({ messages, tooMany }: Thread, events: readonly RoomEvent[]) {
  const seen = messages.map((message, at): RoomMessage => {
    if (message.status === 'system') return { at, status: message.status };
    const id = isStored(message) ? message.id : null;
    return { at, id, tempId: message.tempId, userId: message.userId, status: message.status };
  });
  const next = chatReduce({ messages: seen, tooMany }, events, language());
  const whole = next.messages.map((message) => {
    const before = typeof message.at === 'number' ? messages[message.at] : undefined;
    if (before === undefined) return message as unknown as ThreadMessage;
    return before.status === message.status
      ? before
      : ({ ...before, status: message.status } as ThreadMessage);
  });
  return { messages: inOrder(whole), tooMany: next.tooMany };
}

/** Keeps in the browser what the server does not have yet, and forgets what it has got. */
function keep(before: Thread, after: Thread): void {
  const left = new Set(before.messages.filter(isUnsent));
  for (const message of after.messages.filter(isUnsent)) if (!left.delete(message)) keepUnsent(message);
  const names = new Set(after.messages.filter(isUnsent).map(({ tempId }) => tempId));
  for (const message of left) if (!names.has(message.tempId)) forgetUnsent(message);
}

/** Lets something happen to a room. Answers its messages then; undefined where they were never fetched. */
export function happen(
  queries: QueryClient,
  roomId: ChatRoomId,
  events: readonly RoomEvent[],
): Thread | undefined {
  const before = readThread(queries, roomId);
  if (before === undefined || events.length === 0) return before;
  const after = { ...before, ...reduced(before, events) };
  keep(before, after);
  queries.setQueryData<Thread>(threadKey(roomId), after);
  return after;
}

export const echo = (message: ChatMessage): RoomEvent => ({ type: 'echo', message: { ...message } });

/** The newest page, and behind it what this person wrote that the server does not have. */
export async function fetchThread(queries: QueryClient, roomId: ChatRoomId): Promise<Thread> {
  const page = await fetchPage(roomId, 'read=false');
  const own = ownId(queries);
  const kept = own === undefined ? [] : keptUnsent(own, roomId);
  const arrived = new Set(page.filter(({ userId }) => userId === own).map(({ tempId }) => tempId));
  for (const message of kept) if (arrived.has(message.tempId)) forgetUnsent(message);
  const unsent = kept.filter(({ tempId }) => !arrived.has(tempId));
  return { messages: [...page, ...unsent], tooMany: false, hasOlder: page.length === limits().chatPage };
}

/** Puts the page before the oldest known message in front. Rejects with an `ApiFailure`. */
export async function fetchOlder(queries: QueryClient, roomId: ChatRoomId): Promise<void> {
  const oldest = readThread(queries, roomId)?.messages.find(isStored);
  if (oldest === undefined) return;
  const page = await fetchPage(roomId, 'read=false', { lastMessageId: oldest.id });
  queries.setQueryData<Thread>(threadKey(roomId), (thread) => {
    if (thread === undefined) return thread;
    const known = new Set(thread.messages.filter(isStored).map(({ id }) => id));
    const older = page.filter(({ id }) => !known.has(id));
    return {
      ...thread,
      messages: inOrder([...older, ...thread.messages]),
      hasOlder: page.length === limits().chatPage,
    };
  });
}

/** Fetches the pictures' links of a message and of those around it again. */
export async function renewLinks(queries: QueryClient, roomId: ChatRoomId, id: string): Promise<void> {
  const stored = readThread(queries, roomId)?.messages.filter(isStored) ?? [];
  const next = stored[stored.findIndex((message) => message.id === id) + 1];
  const page = await fetchPage(roomId, 'read=false', next && { lastMessageId: next.id });
  const fresh = new Map(page.map((message) => [message.id, message]));
  queries.setQueryData<Thread>(threadKey(roomId), (thread) => {
    if (thread === undefined) return thread;
    const messages = thread.messages.map((message) => {
      const renewed = isStored(message) && message.attachment !== null ? fresh.get(message.id) : undefined;
      return renewed === undefined ? message : { ...renewed, status: message.status as 'sent' };
    });
    return { ...thread, messages };
  });
}

/** So many stay when the older ones are let go. */
const kept = 200;

/** Lets old messages of a long room go while its end is read; they come again when somebody scrolls up. */
export function letGo(queries: QueryClient, roomId: ChatRoomId): void {
  queries.setQueryData<Thread>(threadKey(roomId), (thread) => {
    if (thread === undefined || thread.messages.length <= 2 * kept) return thread;
    const { messages } = thread;
    const unsent = messages.slice(0, -kept).filter(isUnsent);
    return { ...thread, messages: [...unsent, ...messages.slice(-kept)], hasOlder: true };
  });
}

/** The last number up to which none is left out among those that are known. */
function lastInRow(messages: readonly ThreadMessage[]): ChatMessage['id'] | null {
  let last: { id: string; seq: number } | null = null;
  for (const message of messages) {
    if (!isStored(message)) continue;
    if (last !== null && message.seq > last.seq + 1) return last.id;
    last = message;
  }
  return last?.id ?? null;
}

/** After so many pages it is quicker to begin anew at the end. */
const pagesBehind = 6;

async function catchUpOnce(queries: QueryClient, roomId: ChatRoomId): Promise<void> {
  for (let page = 0; page < pagesBehind; page += 1) {
    const thread = readThread(queries, roomId);
    if (thread === undefined) return;
    const last = lastInRow(thread.messages);
    if (last === null) break;
    const missed = await fetchPage(roomId, `after=${encodeURIComponent(last)}`);
    happen(queries, roomId, missed.map(echo));
    if (missed.length < limits().chatPage) return;
  }
  const anew = await fetchThread(queries, roomId);
  queries.setQueryData<Thread>(threadKey(roomId), (thread) => {
    const sending = thread?.messages.filter(({ status }) => status === 'sending') ?? [];
    const names = new Set(sending.filter(isUnsent).map(({ tempId }) => tempId));
    const rest = anew.messages.filter((message) => !isUnsent(message) || !names.has(message.tempId));
    return { ...anew, messages: [...rest, ...sending] };
  });
}

const running = new WeakMap<QueryClient, Map<ChatRoomId, Promise<void>>>();
const again = new WeakMap<QueryClient, Set<ChatRoomId>>();

/** Fetches what a room has missed until nothing is missing. Asked meanwhile, it looks once more afterwards. */
export async function catchUp(queries: QueryClient, roomId: ChatRoomId): Promise<void> {
  const rooms = running.get(queries) ?? new Map<ChatRoomId, Promise<void>>();
  running.set(queries, rooms);
  const asked = again.get(queries) ?? new Set<ChatRoomId>();
  again.set(queries, asked);
  const under = rooms.get(roomId);
  if (under !== undefined) {
    asked.add(roomId);
    return under;
  }
  const run = (async () => {
    do {
      asked.delete(roomId);
      await catchUpOnce(queries, roomId);
    } while (asked.has(roomId));
  })().finally(() => rooms.delete(roomId));
  rooms.set(roomId, run);
  return run;
}

/** Is there a gap in what is known, or something newer than that? */
export function isBehind(thread: Thread, newest: number | undefined): boolean {
  const stored = thread.messages.filter(isStored);
  const first = stored[0];
  const last = stored.at(-1);
  if (first === undefined || last === undefined) return newest !== undefined;
  return last.seq - first.seq + 1 !== stored.length || (newest !== undefined && newest > last.seq);
}
