import type { ReactNode } from 'react';

import styles from './TableToolbar.module.css';

interface TableToolbarProps {
  /** What does not fit goes below. */
  wraps?: boolean;
  /** The tabs first, then what narrows the table down. */
  children: ReactNode;
}

/** The line over a table. */
export const TableToolbar = ({ wraps = false, children }: TableToolbarProps) => (
  <div className={styles.toolbar} data-wraps={wraps || undefined}>
    {children}
  </div>
);
