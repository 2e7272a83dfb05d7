/**
 * The notifications of the signed-in user, and how many are unseen.
 *
 * Reading: `useNotifications()`, `useUnseen(destination)` for the red dots. Visible ones count as seen: call
 * `useMarkShownAsSeen(destination)` on the screen that shows what the notifications of that destination are about.
 */
import type { Destination, Notification } from '@bindings';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiFailure, call } from '@/api/client';
import { m } from '@/i18n';
import { polling } from '@/queries/live/polling';
import { useDataChange, useReplay } from '@/queries/mutations/optimisticData';
import { firstListPainted } from '@/wasm/firstListPaint';

export const notificationsKey = ['notifications'] as const;

/** The catalog has no message for notifications that cannot be loaded; they must not look empty. */
function unread(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure) || failure.status === 401) return failure;
  return new ApiFailure(failure.status, failure.code, m.notices_fetchFailed(), failure.fields);
}

const query = {
  queryKey: notificationsKey,
  queryFn: async () => {
    await firstListPainted();
    try {
      return (await call<{ notifications: Notification[] }>('GET', '/api/notifications/user')).notifications;
    } catch (failure) {
      throw unread(failure);
    }
  },
  // Every page polls. While the server does not answer it polls less often.
  refetchInterval: ({ state }) => (state.error === null ? polling.refetchInterval() : 60_000),
} satisfies UseQueryOptions<Notification[], Error, Notification[], typeof notificationsKey>;

/** The newest ones, the newest first. */
export const useNotifications = () =>
  useQuery({ ...query, select: useReplay<Notification[]>(notificationsKey) });

/** The number of unseen notifications of a destination; 0 without a destination. */
export function useUnseen(destination: Destination | undefined): number {
  const replay = useReplay<Notification[]>(notificationsKey);
  const { data = 0 } = useQuery({
    ...query,
    select: (all) => replay(all).filter((each) => each.isNew && each.destination === destination).length,
  });
  return data;
}

/** Marks notifications as seen, optimistically. */
function useMarkSeen() {
  const change = useDataChange<Notification[]>(notificationsKey);
  return useCallback(
    async (ids: readonly string[]): Promise<void> => {
      try {
        await change({
          shown: (all) => all.map((each) => (ids.includes(each.id) ? { ...each, isNew: false } : each)),
          request: () => call('POST', '/api/notifications/seen', ids),
        });
      } catch (failure) {
        // Nothing is lost: the dots show that they are still unseen.
        if (!(failure instanceof ApiFailure)) throw failure;
      }
    },
    [change],
  );
}

/**
 * While mounted, new notifications are marked as seen, also those that arrive meanwhile. Each is sent once: one that
 * could not be stored keeps its dot until the next time. Returns the ids that were new, for highlighting.
 */
export function useMarkShownAsSeen(destination?: Destination): ReadonlySet<string> {
  const { data } = useNotifications();
  const markSeen = useMarkSeen();
  /** The time of each new notification, by id: a seen one may return with a newer time. */
  const [fresh, setFresh] = useState<ReadonlyMap<string, string>>(new Map());
  const news = (data ?? []).filter(
    (each) =>
      each.isNew &&
      fresh.get(each.id) !== each.dateInserted &&
      (destination === undefined || each.destination === destination),
  );
  if (news.length > 0)
    setFresh(new Map([...fresh, ...news.map(({ id, dateInserted }) => [id, dateInserted] as const)]));
  const sent = useRef(new Map<string, string>());
  useEffect(() => {
    const ids = [...fresh].filter(([id, when]) => sent.current.get(id) !== when).map(([id]) => id);
    if (ids.length === 0) return;
    sent.current = new Map(fresh);
    void markSeen(ids);
  }, [fresh, markSeen]);
  return useMemo(() => new Set(fresh.keys()), [fresh]);
}
