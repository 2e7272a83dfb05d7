/**
 * The messages of one room that have been fetched. They are cached under `['chat', 'thread', roomId]`; the domain's
 * rule `chat.reduce` applies events to them. Every stored message has a number in its room: messages are sorted by
 * it, and a gap in the numbers is fetched.
 */
import type { ChatMessage, ChatRoomId, UserId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import { language } from '@/i18n';
import { profileQuery } from '@/queries/accounts/session';
import { chatReduce, limits, type RoomEvent, type RoomMessage } from '@/wasm/rules';
import { readUnsent, removeUnsent, storeUnsent } from './drafts';
import { isStored, isUnsent, type ThreadMessage } from './messageTypes';

export interface Thread {
  /** Oldest first. */
  messages: readonly ThreadMessage[];
  tooMany: boolean;
  /** The server has older messages. */
  hasOlder: boolean;
}

export const threadKey = (roomId: ChatRoomId) => ['chat', 'thread', roomId] as const;

export const readThread = (queries: QueryClient, roomId: ChatRoomId): Thread | undefined =>
  queries.getQueryData<Thread>(threadKey(roomId));

/** The id of the signed-in user. */
export const signedInUserId = (queries: QueryClient): UserId | undefined =>
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

/** Sorts by number; a message without one stays after the message it followed. Most lists are sorted already. */
function inOrder(messages: readonly ThreadMessage[]): readonly ThreadMessage[] {
  let last = 0;
  let rises = true;
  const positioned = messages.map((message) => {
    if (isStored(message)) {
      rises &&= message.seq > last;
      last = Math.max(last, message.seq);
    }
    return { message, at: isStored(message) ? message.seq : last };
  });
  return rises ? messages : positioned.toSorted((a, b) => a.at - b.at).map(({ message }) => message);
}

/** Calls the rule with the part of the room that it needs, so that a long room is not copied to WASM and back. */
function reduced({ messages, tooMany }: Thread, events: readonly RoomEvent[]) {
  const seen = messages.map((message, at): RoomMessage => {
    if (message.status === 'system') return { at, status: message.status };
    const id = isStored(message) ? message.id : null;
    return { at, id, tempId: message.tempId, userId: message.userId, status: message.status };
  });
  const next = chatReduce({ messages: seen, tooMany }, events, language());
  const merged = next.messages.map((message) => {
    const before = typeof message.at === 'number' ? messages[message.at] : undefined;
    if (before === undefined) return message as unknown as ThreadMessage;
    return before.status === message.status
      ? before
      : ({ ...before, status: message.status } as ThreadMessage);
  });
  return { messages: inOrder(merged), tooMany: next.tooMany };
}

/** Stores unsent messages in the browser, and removes those that the server has stored. */
function syncUnsent(before: Thread, after: Thread): void {
  const left = new Set(before.messages.filter(isUnsent));
  for (const message of after.messages.filter(isUnsent)) if (!left.delete(message)) storeUnsent(message);
  const names = new Set(after.messages.filter(isUnsent).map(({ tempId }) => tempId));
  for (const message of left) if (!names.has(message.tempId)) removeUnsent(message);
}

/** Applies events to a room. Returns its messages; undefined if they were never fetched. */
export function applyThreadEvents(
  queries: QueryClient,
  roomId: ChatRoomId,
  events: readonly RoomEvent[],
): Thread | undefined {
  const before = readThread(queries, roomId);
  if (before === undefined || events.length === 0) return before;
  const after = { ...before, ...reduced(before, events) };
  syncUnsent(before, after);
  queries.setQueryData<Thread>(threadKey(roomId), after);
  return after;
}

export const messageEvent = (message: ChatMessage): RoomEvent => ({ type: 'echo', message: { ...message } });

/** The newest page, followed by the user's unsent messages. */
export async function fetchThread(queries: QueryClient, roomId: ChatRoomId): Promise<Thread> {
  const page = await fetchPage(roomId, 'read=false');
  const own = signedInUserId(queries);
  const storedUnsent = own === undefined ? [] : readUnsent(own, roomId);
  const arrived = new Set(page.filter(({ userId }) => userId === own).map(({ tempId }) => tempId));
  for (const message of storedUnsent) if (arrived.has(message.tempId)) removeUnsent(message);
  const unsent = storedUnsent.filter(({ tempId }) => !arrived.has(tempId));
  return { messages: [...page, ...unsent], tooMany: false, hasOlder: page.length === limits().chatPage };
}

/** Adds the page before the oldest message. Rejects with an `ApiFailure`. */
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

/** Fetches the picture links of a message and of those around it again. */
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

/** How many messages stay when older ones are trimmed. */
const trimmedLength = 200;

/** Trims the old messages of a long room while its end is read; they are fetched again when the reader scrolls up. */
export function trimThread(queries: QueryClient, roomId: ChatRoomId): void {
  queries.setQueryData<Thread>(threadKey(roomId), (thread) => {
    if (thread === undefined || thread.messages.length <= 2 * trimmedLength) return thread;
    const { messages } = thread;
    const unsent = messages.slice(0, -trimmedLength).filter(isUnsent);
    return { ...thread, messages: [...unsent, ...messages.slice(-trimmedLength)], hasOlder: true };
  });
}

/** The last message before the first gap. */
function lastInRow(messages: readonly ThreadMessage[]): ChatMessage['id'] | null {
  let last: { id: string; seq: number } | null = null;
  for (const message of messages) {
    if (!isStored(message)) continue;
    if (last !== null && message.seq > last.seq + 1) return last.id;
    last = message;
  }
  return last?.id ?? null;
}

/** After this many pages it is faster to fetch the newest page instead. */
const pagesBehind = 6;

async function catchUpOnce(queries: QueryClient, roomId: ChatRoomId): Promise<void> {
  for (let page = 0; page < pagesBehind; page += 1) {
    const thread = readThread(queries, roomId);
    if (thread === undefined) return;
    const last = lastInRow(thread.messages);
    if (last === null) break;
    const missed = await fetchPage(roomId, `after=${encodeURIComponent(last)}`);
    applyThreadEvents(queries, roomId, missed.map(messageEvent));
    if (missed.length < limits().chatPage) return;
  }
  const latest = await fetchThread(queries, roomId);
  queries.setQueryData<Thread>(threadKey(roomId), (thread) => {
    const sending = thread?.messages.filter(({ status }) => status === 'sending') ?? [];
    const names = new Set(sending.filter(isUnsent).map(({ tempId }) => tempId));
    const rest = latest.messages.filter((message) => !isUnsent(message) || !names.has(message.tempId));
    return { ...latest, messages: [...rest, ...sending] };
  });
}

const running = new WeakMap<QueryClient, Map<ChatRoomId, Promise<void>>>();
const again = new WeakMap<QueryClient, Set<ChatRoomId>>();

/** Fetches missed messages until there is no gap. A call meanwhile causes one more check afterwards. */
export async function fetchMissedMessages(queries: QueryClient, roomId: ChatRoomId): Promise<void> {
  const rooms = running.get(queries) ?? new Map<ChatRoomId, Promise<void>>();
  running.set(queries, rooms);
  const pending = again.get(queries) ?? new Set<ChatRoomId>();
  again.set(queries, pending);
  const current = rooms.get(roomId);
  if (current !== undefined) {
    pending.add(roomId);
    return current;
  }
  const run = (async () => {
    do {
      pending.delete(roomId);
      await catchUpOnce(queries, roomId);
    } while (pending.has(roomId));
  })().finally(() => rooms.delete(roomId));
  rooms.set(roomId, run);
  return run;
}

/** Is there a gap in the messages, or a newer message? */
export function hasGap(thread: Thread, newest: number | undefined): boolean {
  const stored = thread.messages.filter(isStored);
  const first = stored[0];
  const last = stored.at(-1);
  if (first === undefined || last === undefined) return newest !== undefined;
  return last.seq - first.seq + 1 !== stored.length || (newest !== undefined && newest > last.seq);
}
