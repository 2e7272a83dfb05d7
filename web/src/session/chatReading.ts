/**
 * What was read is told to the server, and what the room that is open tells needs no red dot. Only a page that is
 * seen reads: a window behind another one leaves its messages unread.
 */
import type { ChatMessageId, ChatRoomId } from '@bindings';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiFailure, call } from '@/api/client';

import { roomIsRead } from './chatRooms';

/** Messages that come in quick succession are read in one go, so many ms later. */
const pause = 400;

const open = new WeakMap<QueryClient, ChatRoomId>();

const isVisible = () => document.visibilityState === 'visible';

/** Is this room before somebody's eyes now? */
export const isBeingRead = (queries: QueryClient, roomId: ChatRoomId): boolean =>
  isVisible() && open.get(queries) === roomId;

function onVisibility(tell: () => void) {
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}

const told = new WeakMap<QueryClient, Map<ChatRoomId, ChatMessageId>>();

/** Up to where the server knows each room to be read. */
function toldIn(queries: QueryClient): Map<ChatRoomId, ChatMessageId> {
  const known = told.get(queries) ?? new Map<ChatRoomId, ChatMessageId>();
  told.set(queries, known);
  return known;
}

/** Was it this window that told it? Then it is no news. */
export const wasToldHere = (queries: QueryClient, roomId: ChatRoomId, messageId: ChatMessageId): boolean =>
  toldIn(queries).get(roomId) === messageId;

async function markRead(queries: QueryClient, roomId: ChatRoomId, messageId: ChatMessageId): Promise<void> {
  toldIn(queries).set(roomId, messageId);
  try {
    const path = `/api/chat/read/${encodeURIComponent(roomId)}`;
    const { unread } = await call<{ unread: number }>('POST', path, { messageId });
    roomIsRead(queries, roomId, unread);
  } catch (failure) {
    // Nothing is lost: it stays unread, and the next message tells of it again.
    toldIn(queries).delete(roomId);
    if (!(failure instanceof ApiFailure)) throw failure;
  }
}

/** While it is drawn, the room is read up to its newest message of somebody else. */
export function useReading(roomId: ChatRoomId, newest: ChatMessageId | null, unread: number): void {
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
