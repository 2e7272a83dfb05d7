import { lazy, Suspense } from 'react';
import { useOffline } from '@/api/connectivity';
import { useRestored } from '@/api/restoredQueries';
import { m } from '@/i18n';
import { useReconnecting } from '@/queries/live/connectionState';

import styles from './ConnectionStatus.module.css';

const Reconnecting = () => m.shell_reconnecting();

const loadOfflineStatus = () => import('./OfflineStatus').catch(() => undefined);

/** Preloaded in the background while there is a network. Offline without it, a shorter message is shown. */
const OfflineStatus = lazy(async () => ({
  default: (await loadOfflineStatus())?.OfflineStatus ?? Reconnecting,
}));

/** What is on the screen is from earlier, and the server is about to answer. */
const UpdatingStatus = lazy(async () => ({
  default: (await loadOfflineStatus())?.UpdatingStatus ?? (() => null),
}));

/**
 * Shows that live changes do not arrive for now, or that data from earlier is on the screen. It overlays the page, so
 * that nothing moves when it appears.
 */
export function ConnectionStatus() {
  const lost = useReconnecting();
  const offline = useOffline();
  const updating = useRestored();
  return (
    <div role="status" className={styles.place}>
      {(offline || lost || updating) && (
        <p className={styles.line} data-connection-line>
          <span className={styles.words}>
            {offline ? (
              <Suspense fallback={<Reconnecting />}>
                <OfflineStatus />
              </Suspense>
            ) : lost ? (
              <Reconnecting />
            ) : (
              <Suspense>
                <UpdatingStatus />
              </Suspense>
            )}
          </span>
        </p>
      )}
    </div>
  );
}
