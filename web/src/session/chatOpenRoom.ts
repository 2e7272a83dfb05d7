/** The room that is open: its messages, and those before them. */
import type { ChatRoom } from '@bindings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '@/api/client';

import { catchUp, fetchOlder, fetchThread, isBehind, letGo, renewLinks, threadKey } from './chatThread';

/** What fails now is tried again with the next news of the rooms. */
const quietly = (work: Promise<void>): void =>
  void work.catch((failure: unknown) => {
    if (!(failure instanceof ApiFailure)) throw failure;
  });

/**
 * The messages of a room. What it knows stays while the person looks elsewhere; coming back, what was missed is
 * fetched. `asOf` says when the rooms were last heard of.
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
  const behind = query.data !== undefined && isBehind(query.data, lastMessage?.seq);
  useEffect(() => {
    if (behind && asOf > 0) quietly(catchUp(queries, roomId));
  }, [behind, asOf, queries, roomId]);
  return query;
}

/** Fetches the page before, once at a time. */
export function useOlder(roomId: ChatRoom['roomId']) {
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
  const release = useCallback(() => letGo(queries, roomId), [queries, roomId]);
  return { state, load, release };
}

/** Tell it of a picture that does not load: its link is too old, and there are new ones. */
export function useNewLinks(roomId: ChatRoom['roomId']) {
  const queries = useQueryClient();
  return useCallback((id: string) => quietly(renewLinks(queries, roomId, id)), [queries, roomId]);
}
