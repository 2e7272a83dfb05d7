import { Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { m } from '@/i18n';

import styles from './Skeletons.module.css';

/** Renders its content only after 200 ms, so that fast responses do not flicker. */
export function Delayed({ children }: { children: ReactNode }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return late ? children : null;
}

const widths = ['62%', '78%', '54%', '70%', '48%'];

/** Rows of a table under its real header while they are fetched. */
export function SkeletonRows({ columns, rows = 6 }: { columns: number; rows?: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: gray rows have no identity.
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nor have gray cells.
        <td key={column}>
          <Skeleton height={10} width={widths[(row + column) % widths.length] ?? '60%'} />
        </td>
      ))}
    </tr>
  ));
}

/** Cards of a phone list, or any stack of boxes, while they are fetched. */
export function SkeletonCards({ count = 4, height = 96 }: { count?: number; height?: number }) {
  return (
    <Delayed>
      <div className={styles.stack}>
        <span className="spoken" role="status">
          {m.common_loading()}
        </span>
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: gray cards have no identity.
          <Skeleton key={at} height={height} radius={8} />
        ))}
      </div>
    </Delayed>
  );
}

/** The 2 px copper line under a toolbar while shown data is refetched. */
export function RefetchIndicator({ when }: { when: boolean }) {
  return <div className={styles.line} data-on={when || undefined} aria-hidden="true" />;
}
