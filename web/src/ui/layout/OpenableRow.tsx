import type { ReactNode } from 'react';

import styles from './OpenableRow.module.css';

interface OpenableRowProps {
  /** The label of the button in the first cell. */
  name: ReactNode;
  open: boolean;
  onOpen: () => void;
  /** The other cells. */
  children: ReactNode;
}

/** A table row that opens details beside the table. The whole row can be pressed. */
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
