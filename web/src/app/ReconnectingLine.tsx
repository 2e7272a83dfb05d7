import { m } from '@/i18n';
import { useReconnecting } from '@/session/liveState';

import styles from './ReconnectingLine.module.css';

/** Says that what others do does not arrive for now. It lies over the page, so nothing moves when it comes and goes. */
export function ReconnectingLine() {
  const lost = useReconnecting();
  return (
    <div role="status" className={styles.place}>
      {lost && (
        <p className={styles.line}>
          <span className={styles.words}>{m.shell_reconnecting()}</span>
        </p>
      )}
    </div>
  );
}
