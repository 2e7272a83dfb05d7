/**
 * Sends read receipts, and tracks which room is visible, because its messages count as read. Only in a visible window:
 * one in the background leaves its messages unread.
 */
import type { ChatMessageId, ChatRoomId } from '@bindings';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiFailure, call } from '@/api/client';

import { markRoomRead } from './rooms';

/** Messages that arrive within this time are marked as read together, in ms. */
const readDelay = 400;

/** The limits of the pause before a receipt that did not arrive is sent again, in ms. */
const shortestPause = 5_000;
const longestPause = 60_000;

const visibleRooms = new WeakMap<QueryClient, ChatRoomId>();

const isVisible = () => document.visibilityState === 'visible';

/** Is this room visible now? */
export const isRoomVisible = (queries: QueryClient, roomId: ChatRoomId): boolean =>
  isVisible() && visibleRooms.get(queries) === roomId;

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

const reported = new WeakMap<QueryClient, Map<ChatRoomId, ChatMessageId>>();

/** The last message that was reported as read, by room. */
function reportedIn(queries: QueryClient): Map<ChatRoomId, ChatMessageId> {
  const known = reported.get(queries) ?? new Map<ChatRoomId, ChatMessageId>();
  reported.set(queries, known);
  return known;
}

/** Was the receipt sent by this window? */
export const wasReadHere = (queries: QueryClient, roomId: ChatRoomId, messageId: ChatMessageId): boolean =>
  reportedIn(queries).get(roomId) === messageId;

/** Whether the server has it, or refuses it. */
async function markRead(
  queries: QueryClient,
  roomId: ChatRoomId,
  messageId: ChatMessageId,
): Promise<boolean> {
  reportedIn(queries).set(roomId, messageId);
  try {
    const path = `/api/chat/read/${encodeURIComponent(roomId)}`;
    const { unread } = await call<{ unread: number }>('POST', path, { messageId });
    markRoomRead(queries, roomId, unread);
    return true;
  } catch (failure) {
    reportedIn(queries).delete(roomId);
    if (!(failure instanceof ApiFailure)) throw failure;
    return !failure.passing;
  }
}

/** While mounted, marks the room as read up to the newest message of another user. */
export function useReadReceipts(roomId: ChatRoomId, newest: ChatMessageId | null, unread: number): void {
  const queries = useQueryClient();
  const visible = useSyncExternalStore(onVisibility, isVisible);

  useEffect(() => {
    visibleRooms.set(queries, roomId);
    return () => {
      if (visibleRooms.get(queries) === roomId) visibleRooms.delete(queries);
    };
  }, [queries, roomId]);

  useEffect(() => {
    if (!visible || newest === null) return;
    if (unread === 0 && reportedIn(queries).get(roomId) === newest) return;
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;
    const send = async (pause: number) => {
      const isDone = await markRead(queries, roomId, newest);
      if (!isDone && !stopped) timer = setTimeout(() => void send(Math.min(pause * 2, longestPause)), pause);
    };
    timer = setTimeout(() => void send(shortestPause), readDelay);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [visible, newest, unread, queries, roomId]);
}
