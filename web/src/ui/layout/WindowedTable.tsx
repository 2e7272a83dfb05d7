import { useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, useRef } from 'react';
import { Delayed, SkeletonRows } from '@/ui/feedback/Skeletons';
import { useScrollRestoration } from '@/ui/navigation/scrollRestoration';

import styles from './WindowedTable.module.css';

const rowHeight = 44;

/** A spacer for the rows above or below the window. */
const Gap = ({ height }: { height: number }) =>
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without cells takes no focus.
  height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null;

interface WindowedTableProps<T extends { id: string }> {
  /** Identifies the list for scroll restoration. */
  name: string;
  /** The accessible name. */
  label: string;
  className: string | undefined;
  /** Undefined while they are fetched. */
  items: readonly T[] | undefined;
  columns: number;
  /** The cells of the first row. */
  headings: ReactNode;
  /** A `WindowedRow`. */
  children: (item: T, at: number) => ReactNode;
}

/** The list of a desktop. Only visible rows are rendered, so that thousands scroll smoothly. */
export function WindowedTable<T extends { id: string }>(props: WindowedTableProps<T>) {
  const { name, label, className = '', items, columns, headings, children } = props;
  const scroller = useRef<HTMLElement>(null);
  useScrollRestoration(scroller, name);
  // oxlint-disable-next-line react/incompatible-library -- it warns of the React Compiler, which is not in use.
  const virtual = useVirtualizer({
    count: items?.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => items?.[at]?.id ?? at,
    overscan: 12,
  });
  const rows = virtual.getVirtualItems();
  const [first, last] = [rows[0], rows.at(-1)];
  return (
    <section ref={scroller} className={styles.scroller} aria-label={label}>
      <table
        className={`table ${styles.table} ${className}`}
        aria-rowcount={items === undefined ? -1 : items.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>{headings}</tr>
        </thead>
        <tbody>
          {items === undefined && (
            <Delayed>
              <SkeletonRows columns={columns} />
            </Delayed>
          )}
          <Gap height={first?.start ?? 0} />
          {rows.map(({ index, key }) => {
            const item = items?.[index];
            return item === undefined ? null : <Fragment key={key}>{children(item, index)}</Fragment>;
          })}
          <Gap height={last === undefined ? 0 : virtual.getTotalSize() - last.end} />
        </tbody>
      </table>
    </section>
  );
}

interface WindowedRowProps {
  /** The index of the row, from 0. */
  at: number;
  /** Whether its details are open. */
  chosen?: boolean;
  /** The cells. A link with the class `rowTarget` covers the whole row, and can still be opened in a new tab. */
  children: ReactNode;
}

export const WindowedRow = ({ at, chosen = false, children }: WindowedRowProps) => (
  <tr className={styles.row} aria-rowindex={at + 2} data-chosen={chosen || undefined}>
    {children}
  </tr>
);
