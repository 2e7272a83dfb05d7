import type { ReactNode } from 'react';

import styles from './ActionBar.module.css';

/** The one or two main actions of a screen on a phone, above the navigation. Secondary first, primary last. */
export function ActionBar({
  children,
  said,
  overlay = false,
}: {
  children: ReactNode;
  /** A line of text above the buttons. */
  said?: ReactNode;
  overlay?: boolean;
}) {
  return (
    <div className={styles.bar} data-overlay={overlay || undefined}>
      {said !== undefined && <div className={styles.said}>{said}</div>}
      {children}
    </div>
  );
}
