import { IconAlertCircle, IconCircleCheckFilled, IconClockHour4, IconPointFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { m } from '@/i18n';

import styles from './StatusPill.module.css';

export type Status = 'active' | 'complete' | 'unscheduled' | 'pending' | 'declined';

const statusStyles: Record<Status, { icon: ReactNode; word: () => string }> = {
  active: { icon: <IconPointFilled size={12} aria-hidden />, word: () => m.common_active() },
  complete: { icon: <IconCircleCheckFilled size={14} aria-hidden />, word: () => m.common_complete() },
  unscheduled: { icon: null, word: () => m.common_unscheduled() },
  pending: { icon: <IconClockHour4 size={14} aria-hidden />, word: () => m.common_pending() },
  declined: { icon: <IconAlertCircle size={14} aria-hidden />, word: () => m.common_declined() },
};

/** A state as a word, a color and an icon. */
export function StatusPill({ status }: { status: Status }) {
  const { icon, word } = statusStyles[status];
  return (
    <span className={styles.pill} data-status={status}>
      {icon}
      {word()}
    </span>
  );
}
