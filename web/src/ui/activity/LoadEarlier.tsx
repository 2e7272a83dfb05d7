import { Button } from '@mantine/core';
import { m } from '@/i18n';

import styles from './Activity.module.css';

interface LoadEarlierProps {
  more: boolean;
  loading: boolean;
  failed: boolean;
  onMore: () => void;
}

/** Loads earlier entries, or shows that there are none. */
export function LoadEarlier({ more, loading, failed, onMore }: LoadEarlierProps) {
  return (
    <div className={styles.more}>
      {failed && <p role="alert">{m.history_earlierFailed()}</p>}
      {more ? (
        <Button variant="default" loading={loading} onClick={onMore}>
          {m.history_earlier()}
        </Button>
      ) : (
        <p>{m.history_beginning()}</p>
      )}
    </div>
  );
}
