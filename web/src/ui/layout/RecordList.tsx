import type { ReactNode } from 'react';
import styles from './RecordList.module.css';

/** A list of records in a card, each with its state, its facts and its buttons. */
export const RecordList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={`plainList ${styles.list}`} aria-label={label}>
    {children}
  </ul>
);

interface RecordProps {
  name: ReactNode;
  /** Beside the name, such as a badge. */
  state?: ReactNode;
  /** The facts, each on a line of its own. */
  children: ReactNode;
  actions?: ReactNode;
}

/** One record of the list. */
export const RecordRow = ({ name, state, children, actions }: RecordProps) => (
  <li className={styles.row}>
    <div className={styles.words}>
      <div className={styles.name}>
        <b>{name}</b> {state}
      </div>
      {children}
    </div>
    {actions !== undefined && <div className={styles.actions}>{actions}</div>}
  </li>
);

type BadgeTone = 'good' | 'wait' | 'bad' | 'quiet';

/** A state in one word. */
export const StateBadge = ({ tone, children }: { tone: BadgeTone; children: ReactNode }) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
);
