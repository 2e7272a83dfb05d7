import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

import styles from './WindowedList.module.css';

interface WindowedListProps<T extends { id: string }> {
  entries: readonly T[];
  /** In px. */
  rowHeight: number;
  label: string;
  className?: string | undefined;
  children: (entry: T) => ReactNode;
}

/** A virtualized list of thousands of entries: only the visible ones are rendered. It has its own scroll area. */
export function WindowedList<T extends { id: string }>(props: WindowedListProps<T>) {
  const { entries, rowHeight, label, className = '', children } = props;
  const list = useRef<HTMLUListElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- it warns about the React Compiler, which is not in use.
  const rows = useVirtualizer({
    count: entries.length,
    estimateSize: () => rowHeight,
    overscan: 6,
    getScrollElement: () => list.current,
    getItemKey: (at) => entries[at]?.id ?? at,
  });
  return (
    <ul ref={list} className={`${styles.list} ${className}`} aria-label={label}>
      <li aria-hidden className={styles.length} style={{ height: rows.getTotalSize() }} />
      {rows.getVirtualItems().map(({ index, start }) => {
        const entry = entries[index];
        if (entry === undefined) return null;
        return (
          <li
            key={entry.id}
            className={styles.row}
            style={{ top: start, height: rowHeight }}
            aria-setsize={entries.length}
            aria-posinset={index + 1}
          >
            {children(entry)}
          </li>
        );
      })}
    </ul>
  );
}
