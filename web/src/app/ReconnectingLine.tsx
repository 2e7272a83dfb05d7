import { lazy, Suspense } from 'react';
import { useAway } from '@/api/reach';
import { m } from '@/i18n';
import { useReconnecting } from '@/session/liveState';

import styles from './ReconnectingLine.module.css';

const Reconnecting = () => m.shell_reconnecting();

/** Fetched behind the page, while there is a network. Who loses it before that is told less. */
const NoNetwork = lazy(async () => {
  const known = await import('./NoNetwork').catch(() => undefined);
  return { default: known?.NoNetwork ?? Reconnecting };
});

/** Says that what others do does not arrive for now. It lies over the page, so nothing moves when it comes and goes. */
export function ReconnectingLine() {
  const lost = useReconnecting();
  const away = useAway();
  return (
    <div role="status" className={styles.place}>
      {(away || lost) && (
        <p className={styles.line}>
          <span className={styles.words}>
            {away ? (
              <Suspense fallback={<Reconnecting />}>
                <NoNetwork />
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
