import { Button } from '@mantine/core';
import { m } from '@/i18n';

import styles from './Activity.module.css';

interface EarlierProps {
  more: boolean;
  loading: boolean;
  failed: boolean;
  onMore: () => void;
}

/** The way to what was before, or that there is nothing before. */
export function Earlier({ more, loading, failed, onMore }: EarlierProps) {
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
