import type { ReactNode } from 'react';

import styles from './OpenableRow.module.css';

interface OpenableRowProps {
  /** What the button says, in the first cell. */
  name: ReactNode;
  open: boolean;
  onOpen: () => void;
  /** The other cells. */
  children: ReactNode;
}

/** A row of a table that opens something beside the table. All of it can be pressed. */
export const OpenableRow = ({ name, open, onOpen, children }: OpenableRowProps) => (
  <tr className={styles.row} aria-selected={open || undefined}>
    <td>
      <button type="button" className={`rowTarget ${styles.name}`} aria-expanded={open} onClick={onOpen}>
        {name}
      </button>
    </td>
    {children}
  </tr>
);
