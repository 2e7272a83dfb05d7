import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { m } from '@/i18n';
import { usePhone } from '@/ui/theme/usePhone';

import styles from './AssignProducts.module.css';
import type { ProductRow } from './orderableProducts';
import { ProductLine } from './ProductLine';
import type { Quantities } from './useQuantities';

interface ProductLinesProps {
  lines: readonly ProductRow[];
  quantities: Quantities;
  /** The product to scroll to, with its quantity focused. */
  wanted: string | null;
  onRevealed: () => void;
}

/** In px. */
const heights = { category: 44, product: 60, onPhone: 116 };

/** Products under their categories, in a separate scroll container. Only visible rows are rendered. */
export function ProductLines({ lines, quantities, wanted, onRevealed }: ProductLinesProps) {
  const phone = usePhone();
  const list = useRef<HTMLUListElement>(null);
  const heightOf = (at: number) =>
    'title' in (lines[at] ?? {}) ? heights.category : phone ? heights.onPhone : heights.product;
  // oxlint-disable-next-line react/incompatible-library -- it warns of the React Compiler, which is not in use.
  const rows = useVirtualizer({
    count: lines.length,
    estimateSize: heightOf,
    overscan: 8,
    getScrollElement: () => list.current,
    getItemKey: (at) => lines[at]?.id ?? at,
  });
  const place = wanted === null ? -1 : lines.findIndex(({ id }) => id === wanted);
  const drawn = rows.getVirtualItems().some(({ index }) => index === place);
  useEffect(() => {
    if (place !== -1) rows.scrollToIndex(place, { align: 'center' });
  }, [place, rows]);
  useEffect(() => {
    if (!drawn) return;
    list.current?.querySelector<HTMLElement>(`[data-product="${wanted}"] input`)?.focus();
    onRevealed();
  }, [drawn, wanted, onRevealed]);
  return (
    <ul ref={list} className={styles.lines} aria-label={m.products_title()}>
      <li aria-hidden className={styles.length} style={{ height: rows.getTotalSize() }} />
      {rows.getVirtualItems().map(({ index, start }) => {
        const line = lines[index];
        if (line === undefined) return null;
        const at = { top: start, height: heightOf(index) };
        if ('title' in line)
          return (
            <li key={line.id} className={styles.at} style={at}>
              <h3 className={styles.category}>{line.title}</h3>
            </li>
          );
        const { productId } = line.offer;
        return (
          <li key={line.id} className={styles.at} style={at} data-product={productId}>
            <ProductLine
              offer={line.offer}
              quantity={quantities.shownOf(productId)}
              problem={quantities.problemOf(productId)}
              onChange={quantities.set}
            />
          </li>
        );
      })}
    </ul>
  );
}
