import type { ReactNode } from 'react';

import styles from './ActionBar.module.css';

/** The one or two verbs of a screen on a phone, full width above the navigation. Secondary first, primary last. */
export function ActionBar({ children, overlay = false }: { children: ReactNode; overlay?: boolean }) {
  return (
    <div className={styles.bar} data-overlay={overlay || undefined}>
      {children}
    </div>
  );
}
