import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type Key,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import styles from './TileGrid.module.css';

interface TileGridProps {
  /** The accessible name of the list. */
  label: string;
  count: number;
  keyOf: (at: number) => Key;
  /** The minimum width of a tile, in px; a narrow screen shows two side by side all the same. */
  least: number;
  /** The height of a tile with this width, in px. */
  heightOf: (width: number) => number;
  gap?: number;
  children: (at: number) => ReactNode;
}

const scrollers = new WeakMap<HTMLElement, HTMLElement>();

/** The scroll container of the grid. Looked up once, because reading the styles of all ancestors is expensive. */
function scrollerOf(element: HTMLElement | null): HTMLElement {
  const known = element === null ? undefined : scrollers.get(element);
  if (known?.isConnected) return known;
  for (let above = element?.parentElement; above; above = above.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(above).overflowY)) continue;
    if (element !== null) scrollers.set(element, above);
    return above;
  }
  return document.documentElement;
}

const useRoom = (least: number, gap: number) => {
  const list = useRef<HTMLUListElement>(null);
  const [room, setRoom] = useState({ width: 0, above: 0 });

  const measure = useCallback(() => {
    const box = list.current;
    if (box === null) return;
    const scroller = scrollerOf(box);
    const above = box.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    const width = box.clientWidth;
    setRoom((now) =>
      now.width === width && Math.abs(now.above - above) < 1 ? now : { width, above: Math.round(above) },
    );
  }, []);

  // The height of the content above the grid may change with every render.
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    const box = list.current;
    if (box === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [measure]);

  const columns = Math.max(2, Math.floor((room.width + gap) / (least + gap)));
  const tile = Math.max(0, (room.width - gap * (columns - 1)) / columns);
  return { list, above: room.above, columns, tile };
};

interface TilesProps extends Pick<TileGridProps, 'count' | 'keyOf' | 'children'> {
  list: RefObject<HTMLUListElement | null>;
  above: number;
  columns: number;
  tile: number;
  height: number;
  gap: number;
}

/** Renders with every scroll step, so nothing here measures the page. */
function Tiles({ list, count, keyOf, above, columns, tile, height, gap, children }: TilesProps) {
  // oxlint-disable-next-line react/incompatible-library -- it warns of the React Compiler, which is not in use.
  const virtual = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: useCallback(() => scrollerOf(list.current), [list]),
    estimateSize: () => height,
    overscan: 3,
    gap,
    scrollMargin: above,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height moves every row.
  useLayoutEffect(() => virtual.measure(), [virtual, height, columns]);

  const shown = virtual.getVirtualItems().flatMap(({ index: row, start }) =>
    Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => ({
      at: row * columns + column,
      left: column * (tile + gap),
      top: start - above,
    })),
  );
  return shown.map(({ at, left, top }) => (
    <li
      key={keyOf(at)}
      aria-setsize={count}
      aria-posinset={at + 1}
      className={styles.tile}
      style={{ width: tile, height, transform: `translate(${left}px, ${top}px)` }}
    >
      {children(at)}
    </li>
  ));
}

/** A grid of equal tiles in an overlay. Only visible tiles are rendered, so that thousands scroll smoothly. */
export function TileGrid({ label, least, heightOf, gap = 14, count, ...tiles }: TileGridProps) {
  const { list, ...room } = useRoom(least, gap);
  const height = Math.round(heightOf(room.tile));
  const rows = Math.ceil(count / room.columns);
  return (
    <ul ref={list} className={styles.grid} style={{ height: rows * (height + gap) - gap }} aria-label={label}>
      <Tiles {...tiles} {...room} list={list} count={count} height={height} gap={gap} />
    </ul>
  );
}
