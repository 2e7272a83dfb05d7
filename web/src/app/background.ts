/** Background tasks of the signed-in app. Rendering does not wait for them. */
import type { UserId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { cacheResponses } from '@/queries/offline/offlineCache';
import { registerServiceWorker } from '@/queries/offline/serviceWorker';

/** What is pushed to this browser leads into the app that is open, and the server knows how to reach the browser. */
function hearPushes(go: (route: string) => void): () => void {
  if (!('serviceWorker' in navigator) || !('Notification' in window)) return () => undefined;
  const open = ({ data }: MessageEvent<{ type?: string; route?: string } | null>) => {
    if (data?.type === 'open' && data.route?.startsWith('/app')) go(data.route);
  };
  navigator.serviceWorker.addEventListener('message', open);
  if (Notification.permission === 'granted') {
    const renew = async () =>
      (await import('@/queries/notifications/pushSubscriptions')).renewPushSubscription();
    // Without it notifications still arrive in the app and by mail; the next start tries again.
    void renew().catch(() => undefined);
  }
  return () => navigator.serviceWorker.removeEventListener('message', open);
}

/** Answers what ends it. */
export function start(queries: QueryClient, userId: UserId, go: (route: string) => void): () => void {
  let over = false;
  const ends = [cacheResponses(queries, userId), hearPushes(go)];
  // Preloads what an offline app needs: without a network it could not be loaded any more.
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
    if (!over) ends.push(sending.startOutbox(queries, userId, settled));
  });
  // Without it nothing is queued: failed calls fail, as they do without an outbox.
  void waiting.catch(() => undefined);
  // Without it the app is fetched each time, as it always was.
  void registerServiceWorker().catch(() => undefined);
  return () => {
    over = true;
    for (const end of ends) end();
  };
}
