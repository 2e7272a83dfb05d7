import type { ReactNode } from 'react';

import styles from './Reports.module.css';

interface NumberTableProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** A table of numbers. If it is wider than the page it scrolls within its own box, also by the arrow keys. */
export const NumberTable = ({ label, className = '', children }: NumberTableProps) => (
  <section
    className={styles.scroll}
    data-sideways
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard.
    tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- the same.
  >
    <table className={`table ${styles.numbers} ${className}`} aria-label={label}>
      {children}
    </table>
  </section>
);
