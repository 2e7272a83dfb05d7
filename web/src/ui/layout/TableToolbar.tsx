import type { ReactNode } from 'react';

import styles from './TableToolbar.module.css';

interface TableToolbarProps {
  /** Allows wrapping. */
  wraps?: boolean;
  /** The tabs first, then the filters. */
  children: ReactNode;
}

/** The toolbar above a table. */
export const TableToolbar = ({ wraps = false, children }: TableToolbarProps) => (
  <div className={styles.toolbar} data-wraps={wraps || undefined}>
    {children}
  </div>
);
