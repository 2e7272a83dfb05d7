/** What runs behind an app that somebody is signed in to. Nothing that is drawn waits for it. */
import type { UserId } from '@bindings';
import type { QueryClient } from '@tanstack/react-query';
import { keepAnswers } from '@/session/keeper';
import { startWorker } from '@/session/worker';

/** What is pushed to this browser leads into the app that is open, and the server knows how to reach the browser. */
function hearPushes(go: (route: string) => void): () => void {
  if (!('serviceWorker' in navigator) || !('Notification' in window)) return () => undefined;
  const open = ({ data }: MessageEvent<{ type?: string; route?: string } | null>) => {
    if (data?.type === 'open' && data.route?.startsWith('/app')) go(data.route);
  };
  navigator.serviceWorker.addEventListener('message', open);
  if (Notification.permission === 'granted') {
    const renew = async () => (await import('@/session/pushDevices')).renewPush();
    // Without it the bell and the mails still tell everything; the next start tries again.
    void renew().catch(() => undefined);
  }
  return () => navigator.serviceWorker.removeEventListener('message', open);
}

/** Answers what ends it. */
export function start(queries: QueryClient, userId: UserId, go: (route: string) => void): () => void {
  let over = false;
  const ends = [keepAnswers(queries, userId), hearPushes(go)];
  // Where there is no network any more, what says so and what brings things back can be fetched no more either.
  void Promise.all([
    import('./NoNetwork'),
    import('@/api/restore'),
    import('./WaitingLine'),
    import('@/features/outbox/OutboxPanel'),
  ]).catch(() => undefined);
  const waiting = import('@/session/outboxSending').then((sending) => {
    if (!over) ends.push(sending.start(queries, userId));
  });
  // Without it nothing waits: what does not come through fails, as it always did.
  void waiting.catch(() => undefined);
  // Without it the app is fetched each time, as it always was.
  void startWorker().catch(() => undefined);
  return () => {
    over = true;
    for (const end of ends) end();
  };
}
