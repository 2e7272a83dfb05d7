import { IconAlertCircle, IconCloudUp } from '@tabler/icons-react';
import { m } from '@/i18n';
import type { Entry } from '@/queries/offline/outbox';

import styles from './QueuedBadge.module.css';

/** The state of a queued entry, in a word. */
export function queuedLabel({ state }: Pick<Entry, 'state'>): string {
  if (state === 'sending') return m.outbox_sending();
  if (state === 'refused') return m.outbox_refused();
  if (state === 'changed') return m.outbox_changed();
  return m.outbox_waiting();
}

/** Marks something that was done without a network and is still in the outbox. */
export function QueuedBadge({ entry }: { entry: Pick<Entry, 'state'> }) {
  const needsDecision = entry.state === 'refused' || entry.state === 'changed';
  return (
    <span className={styles.mark} data-held={needsDecision || undefined}>
      {needsDecision ? <IconAlertCircle size={16} aria-hidden /> : <IconCloudUp size={16} aria-hidden />}
      {queuedLabel(entry)}
    </span>
  );
}
