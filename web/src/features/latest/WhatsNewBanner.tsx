import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';

import { latest } from './latestTabs';
import styles from './WhatsNewBanner.module.css';

/** One line under the bar that leads to the news. When it shows is decided by `useWhatsNew`. */
export function WhatsNewBanner({ onDismiss }: { onDismiss: () => void }) {
  return (
    <aside className={styles.banner} aria-label={m.latest_whatsNew()}>
      <p className={styles.line}>
        <b>{m.latest_whatsNew()}</b> <span className={styles.headline}>{m.latest_headline()}</span>{' '}
        <Link to={latest}>{m.latest_readMore()}</Link>
      </p>
      <ActionIcon className={styles.dismiss ?? ''} aria-label={m.common_dismiss()} onClick={onDismiss}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </aside>
  );
}
