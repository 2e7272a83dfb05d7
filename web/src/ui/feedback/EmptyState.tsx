import type { ReactNode } from 'react';

import styles from './EmptyState.module.css';

type Art = 'roof' | 'search' | 'chat' | 'order';

const strokes: Record<Art, ReactNode> = {
  roof: (
    <>
      <path d="M6 70 28 26H84L62 70Z" />
      <path d="M66 70 88 30l18 40z" />
      <path d="M13 56h56M20 42h56" opacity=".55" />
      <path d="M24 24h62" className={styles.ridge} />
      <path d="M4 80h104" strokeDasharray="3 5" opacity=".6" />
    </>
  ),
  search: (
    <>
      <path d="M8 64 24 32h40L48 64Z" opacity=".6" />
      <path d="M20 30h46" className={styles.ridge} />
      <circle cx="74" cy="50" r="20" fill="var(--rl-surface)" />
      <path d="m88 65 14 14" strokeWidth="4" />
    </>
  ),
  chat: (
    <>
      <path d="M8 14h58v34H30L18 60V48H8z" />
      <path d="M46 34h58v30H94v12L82 64H46z" fill="var(--rl-surface)" />
      <path d="M56 46h36M56 54h22" opacity=".55" />
      <path d="M18 26h30" className={styles.ridge} />
    </>
  ),
  order: (
    <>
      <path d="M26 6h44l16 16v60H26z" />
      <path d="M70 6v16h16" />
      <path d="M36 40h40M36 50h40M36 60h24" opacity=".55" />
      <path d="M36 26h22" className={styles.ridge} />
    </>
  ),
};

interface EmptyStateProps {
  art?: Art;
  title: string;
  /** One sentence about what to do, unless the title says it. */
  children?: ReactNode;
  action?: ReactNode;
}

/** An empty list or page: why it is empty, and what to do about it. */
export function EmptyState({ art = 'roof', title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <svg
        width="112"
        height="88"
        viewBox="0 0 112 88"
        fill="none"
        stroke="var(--rl-border-strong)"
        strokeWidth="1.6"
        aria-hidden="true"
      >
        {strokes[art]}
      </svg>
      <div>
        <h2>{title}</h2>
        {children !== undefined && <p>{children}</p>}
        {action}
      </div>
    </div>
  );
}
