import { lazy, Suspense } from 'react';
import { useAway } from '@/api/reach';
import { m } from '@/i18n';
import { useReconnecting } from '@/session/liveState';

import styles from './ReconnectingLine.module.css';

/** Most people never fetch it. */
const NoNetwork = lazy(async () => ({ default: (await import('./NoNetwork')).NoNetwork }));

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
              <Suspense fallback={m.shell_reconnecting()}>
                <NoNetwork />
              </Suspense>
            ) : (
              m.shell_reconnecting()
            )}
          </span>
        </p>
      )}
    </div>
  );
}
