/**
 * Sends read receipts, and tells which room is visible, so that its messages need no unread mark. Only a visible page
 * reads: a window in the background leaves its messages unread.
 */
import type { ChatMessageId, ChatRoomId } from '@bindings';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiFailure, call } from '@/api/client';

import { markRoomRead } from './rooms';

/** Messages that arrive within this time are marked as read together, in ms. */
const pause = 400;

const open = new WeakMap<QueryClient, ChatRoomId>();

const isVisible = () => document.visibilityState === 'visible';

/** Is this room visible now? */
export const isRoomVisible = (queries: QueryClient, roomId: ChatRoomId): boolean =>
  isVisible() && open.get(queries) === roomId;

function onVisibility(tell: () => void) {
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}

const told = new WeakMap<QueryClient, Map<ChatRoomId, ChatMessageId>>();

/** The last message that the server knows to be read, by room. */
function toldIn(queries: QueryClient): Map<ChatRoomId, ChatMessageId> {
  const known = told.get(queries) ?? new Map<ChatRoomId, ChatMessageId>();
  told.set(queries, known);
  return known;
}

/** Was the receipt sent by this window? */
export const wasReadHere = (queries: QueryClient, roomId: ChatRoomId, messageId: ChatMessageId): boolean =>
  toldIn(queries).get(roomId) === messageId;

async function markRead(queries: QueryClient, roomId: ChatRoomId, messageId: ChatMessageId): Promise<void> {
  toldIn(queries).set(roomId, messageId);
  try {
    const path = `/api/chat/read/${encodeURIComponent(roomId)}`;
    const { unread } = await call<{ unread: number }>('POST', path, { messageId });
    markRoomRead(queries, roomId, unread);
  } catch (failure) {
    // Nothing is lost: it stays unread, and the next message triggers another receipt.
    toldIn(queries).delete(roomId);
    if (!(failure instanceof ApiFailure)) throw failure;
  }
}

/** While mounted, marks the room as read up to the newest message of somebody else. */
export function useReadReceipts(roomId: ChatRoomId, newest: ChatMessageId | null, unread: number): void {
  const queries = useQueryClient();
  const visible = useSyncExternalStore(onVisibility, isVisible);

  useEffect(() => {
    open.set(queries, roomId);
    return () => {
      if (open.get(queries) === roomId) open.delete(queries);
    };
  }, [queries, roomId]);

  useEffect(() => {
    if (!visible || newest === null) return;
    if (unread === 0 && toldIn(queries).get(roomId) === newest) return;
    const timer = setTimeout(() => void markRead(queries, roomId, newest), pause);
    return () => clearTimeout(timer);
  }, [visible, newest, unread, queries, roomId]);
}
