import { IconCheck, IconClockHour4 } from '@tabler/icons-react';
import { m } from '@/i18n';

import styles from './ConnectionState.module.css';

/** The state of a connection as a word, a color and an icon. */
export const ConnectionState = ({ accepted }: { accepted: boolean }) => (
  <span className={styles.state} data-accepted={accepted || undefined}>
    {accepted ? <IconCheck size={16} stroke={2.4} aria-hidden /> : <IconClockHour4 size={16} aria-hidden />}
    {accepted ? m.connections_connected() : m.connections_pending()}
  </span>
);
