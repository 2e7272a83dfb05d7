/** The open room: its messages, and the older ones. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '@/api/client';

import type { Room } from './rooms';
import {
  fetchMissedMessages,
  fetchOlder,
  fetchThread,
  hasGap,
  renewLinks,
  threadKey,
  trimThread,
} from './thread';

/** A failed fetch is retried with the next update of the rooms. */
const ignoreFailure = (work: Promise<void>): void =>
  void work.catch((failure: unknown) => {
    if (!(failure instanceof ApiFailure)) throw failure;
  });

/**
 * The messages of a room. They stay cached while the user is elsewhere; on return, missed messages are fetched.
 * `asOf` is when the rooms were last updated.
 */
export function useThread({ roomId, lastMessage }: Room, asOf: number) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: threadKey(roomId),
    queryFn: () => fetchThread(queries, roomId),
    // It holds unsent messages, and missed ones are fetched by their number.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  const behind = query.data !== undefined && hasGap(query.data, lastMessage?.seq);
  useEffect(() => {
    if (behind && asOf > 0) ignoreFailure(fetchMissedMessages(queries, roomId));
  }, [behind, asOf, queries, roomId]);
  return query;
}

/** Fetches the previous page, one request at a time. */
export function useOlderMessages(roomId: Room['roomId']) {
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

/** Call it when a picture does not load: its link has expired, and new links are fetched. */
export function useLinkRenewal(roomId: Room['roomId']) {
  const queries = useQueryClient();
  return useCallback((id: string) => ignoreFailure(renewLinks(queries, roomId, id)), [queries, roomId]);
}
