import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

import styles from './WindowedCards.module.css';

interface WindowedCardsProps<T extends { id: string }> {
  /** The accessible name of the list. */
  label: string;
  items: readonly T[];
  /** The usual height of a card, in px. A card with another height moves all cards after it. */
  height: number;
  /** The number of cards that are rendered outside the view. */
  overscan?: number;
  children: (item: T) => ReactNode;
}

/** The list of a phone: cards, of which only visible ones are rendered. The page scrolls, not the list. */
export function WindowedCards<T extends { id: string }>(props: WindowedCardsProps<T>) {
  const { label, items, height, overscan = 8, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => setAbove(list.current?.offsetTop ?? 0), []);
  // oxlint-disable-next-line react/incompatible-library -- it warns of the React Compiler, which is not in use.
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => height,
    getItemKey: (at) => items[at]?.id ?? at,
    overscan,
    gap: 10,
    scrollMargin: above,
    // An estimate before anything is measured, so that the first cards render with the list.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  return (
    <ul ref={list} className={styles.list} style={{ height: virtual.getTotalSize() }} aria-label={label}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const item = items[index];
        return item === undefined ? null : (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className={styles.item}
            style={{ transform: `translateY(${start - above}px)` }}
          >
            {children(item)}
          </li>
        );
      })}
    </ul>
  );
}
