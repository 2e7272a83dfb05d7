/** Background tasks of the signed-in app. Rendering does not wait for them. */
import type { UserId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { cacheResponses } from '@/queries/offline/offlineCache';
import { registerServiceWorker } from '@/queries/offline/serviceWorker';
import { confirmDiscard, isAskingToDiscard } from '@/ui/overlays/unsavedForms';

import { preloadScreens } from './navScreens';

/** Opens the route of a clicked push notification in this tab, and renews the push subscription. */
function listenForPushes(navigate: (route: string) => void): () => void {
  if (!('serviceWorker' in navigator) || !('Notification' in window)) return () => undefined;
  const open = ({ data }: MessageEvent<{ type?: string; route?: string } | null>) => {
    const route = data?.type === 'open' && data.route?.startsWith('/app') ? data.route : null;
    if (route !== null && !isAskingToDiscard())
      void confirmDiscard().then((leaves) => leaves && navigate(route));
  };
  navigator.serviceWorker.addEventListener('message', open);
  if (Notification.permission === 'granted') {
    const renew = async () =>
      (await import('@/queries/notifications/pushSubscriptions')).renewPushSubscription();
    // On failure, notifications still arrive in the app and by mail; the next start retries it.
    void renew().catch(() => undefined);
  }
  return () => navigator.serviceWorker.removeEventListener('message', open);
}

/** Returns the function that stops it. */
export function start(queries: QueryClient, userId: UserId, navigate: (route: string) => void): () => void {
  let stopped = false;
  const stops = [cacheResponses(queries, userId), listenForPushes(navigate), preloadScreens()];
  // Preloads what the app needs offline, while there is a network.
  void Promise.all([
    import('./OfflineStatus'),
    import('@/api/restoreQuery'),
    import('./OutboxBanner'),
    import('@/features/offline/OutboxPanel'),
  ]).catch(() => undefined);
  const outbox = Promise.all([
    import('@/queries/offline/outboxSender'),
    import('@/queries/offline/outboxResults'),
  ]);
  const waiting = outbox.then(([sending, settled]) => {
    if (!stopped) stops.push(sending.startOutbox(queries, userId, settled));
  });
  // On failure, nothing is queued: calls fail as they do without an outbox.
  void waiting.catch(() => undefined);
  const tiles = import('@/components/map/offlineTiles/startTileCaching').then(({ startTileCaching }) => {
    if (!stopped) stops.push(startTileCaching(queries, userId));
  });
  // On failure, maps need a network.
  void tiles.catch(() => undefined);
  // On failure, the app is fetched at each visit.
  void registerServiceWorker().catch(() => undefined);
  return () => {
    stopped = true;
    for (const stop of stops) stop();
  };
}
