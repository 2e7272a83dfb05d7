import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** What is pushed to this browser leads into the app that is open, and the server knows how to reach the browser. */
export function usePush(signedIn: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!signedIn || !('serviceWorker' in navigator) || !('Notification' in window)) return;
    const open = ({ data }: MessageEvent<{ type?: string; route?: string } | null>) => {
      if (data?.type === 'open' && data.route?.startsWith('/app')) void navigate(data.route);
    };
    navigator.serviceWorker.addEventListener('message', open);
    if (Notification.permission === 'granted') {
      const renew = async () => (await import('@/session/pushDevices')).renewPush();
      // Without it the bell and the mails still tell everything; the next start tries again.
      void renew().catch(() => undefined);
    }
    return () => navigator.serviceWorker.removeEventListener('message', open);
  }, [signedIn, navigate]);
}
