import { lazy, Suspense } from 'react';
import { useOffline } from '@/api/connectivity';
import { m } from '@/i18n';
import { useReconnecting } from '@/queries/live/connectionState';

import styles from './ConnectionStatus.module.css';

const Reconnecting = () => m.shell_reconnecting();

/** Preloaded in the background while there is a network. Offline without it, a shorter message is shown. */
const OfflineStatus = lazy(async () => {
  const module = await import('./OfflineStatus').catch(() => undefined);
  return { default: module?.OfflineStatus ?? Reconnecting };
});

/** Shows that live changes do not arrive for now. It overlays the page, so that nothing moves when it appears. */
export function ConnectionStatus() {
  const lost = useReconnecting();
  const offline = useOffline();
  return (
    <div role="status" className={styles.place}>
      {(offline || lost) && (
        <p className={styles.line}>
          <span className={styles.words}>
            {offline ? (
              <Suspense fallback={<Reconnecting />}>
                <OfflineStatus />
              </Suspense>
            ) : (
              <Reconnecting />
            )}
          </span>
        </p>
      )}
    </div>
  );
}
