/** The open room: its messages, and the older ones. */
import type { ChatRoom } from '@bindings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '@/api/client';

import {
  fetchMissedMessages,
  fetchOlder,
  fetchThread,
  hasGap,
  renewLinks,
  threadKey,
  trimThread,
} from './thread';

/** A failure is retried with the next update of the rooms. */
const quietly = (work: Promise<void>): void =>
  void work.catch((failure: unknown) => {
    if (!(failure instanceof ApiFailure)) throw failure;
  });

/**
 * The messages of a room. They stay cached while the user is elsewhere; on return, missed messages are fetched.
 * `asOf` is when the rooms were last updated.
 */
export function useThread({ roomId, lastMessage }: ChatRoom, asOf: number) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: threadKey(roomId),
    queryFn: () => fetchThread(queries, roomId),
    // Unsent messages live in it, and what is missing is fetched by its number.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  const behind = query.data !== undefined && hasGap(query.data, lastMessage?.seq);
  useEffect(() => {
    if (behind && asOf > 0) quietly(fetchMissedMessages(queries, roomId));
  }, [behind, asOf, queries, roomId]);
  return query;
}

/** Fetches the page before, once at a time. */
export function useOlderMessages(roomId: ChatRoom['roomId']) {
  const queries = useQueryClient();
  const [state, setState] = useState<'quiet' | 'loading' | 'failed'>('quiet');
  const running = useRef(false);
  const load = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    setState('loading');
    try {
      await fetchOlder(queries, roomId);
      setState('quiet');
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setState('failed');
    } finally {
      running.current = false;
    }
  }, [queries, roomId]);
  const release = useCallback(() => trimThread(queries, roomId), [queries, roomId]);
  return { state, load, release };
}

/** Call it when a picture does not load: its link has expired, and new ones are fetched. */
export function useLinkRenewal(roomId: ChatRoom['roomId']) {
  const queries = useQueryClient();
  return useCallback((id: string) => quietly(renewLinks(queries, roomId, id)), [queries, roomId]);
}
