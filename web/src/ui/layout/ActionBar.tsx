import type { ReactNode } from 'react';

import styles from './ActionBar.module.css';
import { footBar } from './footBars';

/** The one or two main actions of a screen on a phone, above the navigation. Secondary first, primary last. */
export function ActionBar({
  children,
  message,
  overlay = false,
}: {
  children: ReactNode;
  /** A line of text above the buttons. */
  message?: ReactNode;
  overlay?: boolean;
}) {
  return (
    <div ref={footBar} className={styles.bar} data-overlay={overlay || undefined}>
      {message !== undefined && <div className={styles.message}>{message}</div>}
      {children}
    </div>
  );
}
