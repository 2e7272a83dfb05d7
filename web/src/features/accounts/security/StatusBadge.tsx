import { IconCircleCheckFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import styles from './Security.module.css';

/** A state as one word; a good one has a check mark. */
export const StatusBadge = ({ good, children }: { good: boolean; children: ReactNode }) => (
  <span className={styles.pill} data-good={good || undefined}>
    {good && <IconCircleCheckFilled size={14} aria-hidden />}
    {children}
  </span>
);
