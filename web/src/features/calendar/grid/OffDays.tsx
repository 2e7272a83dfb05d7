import { useLayoutEffect, useRef } from 'react';
import styles from './JobBar.module.css';

/** Where something begins and ends, in px from the left. */
export interface Extent {
  left: number;
  right: number;
}

/** A part of a bar, in percent of its width. */
export interface BarPart {
  from: number;
  to: number;
}

/** The parts of a bar that are over these cells; cells that touch are one part. */
export function partsOver(bar: Extent, cells: readonly Extent[]): BarPart[] {
  const width = bar.right - bar.left;
  if (width <= 0) return [];
  const percent = (x: number) => (Math.min(Math.max(x, bar.left), bar.right) - bar.left) * (100 / width);
  const parts: BarPart[] = [];
  for (const { left, right } of cells.toSorted((a, b) => a.left - b.left)) {
    const [from, to] = [percent(left), percent(right)];
    const before = parts.at(-1);
    if (to - from < 1) continue;
    if (before !== undefined && from - before.to < 1) before.to = to;
    else parts.push({ from, to });
  }
  return parts;
}

/** The days of each bar on the page that has some. */
const daysOf = new WeakMap<Element, readonly string[]>();

/** The grid shows a job in pieces, and of a full row only what fits: which days a piece is over, its place says. */
function measured(strip: Element): BarPart[] {
  const days = daysOf.get(strip) ?? [];
  const cells = strip.closest('[role="row"]')?.querySelectorAll<HTMLElement>('[data-date]') ?? [];
  const off = [...cells].filter(({ dataset }) => days.includes(dataset.date ?? ''));
  return partsOver(
    strip.getBoundingClientRect(),
    off.map((cell) => cell.getBoundingClientRect()),
  );
}

function draw(strip: Element, parts: readonly BarPart[]): void {
  strip.replaceChildren(
    ...parts.map(({ from, to }) => {
      const part = document.createElement('span');
      part.style.insetInline = `${from}% ${100 - to}%`;
      return part;
    }),
  );
}

/** All bars are measured before the first is drawn: each drawing would make the page calculate its layout again. */
const observer = new ResizeObserver((entries) => {
  const all = entries.map(({ target }) => ({ target, parts: measured(target) }));
  for (const { target, parts } of all) draw(target, parts);
});

/** Marks the days inside a job on which nobody works, so that one visit over a weekend reads as one. */
export function OffDays({ days }: { days: readonly string[] }) {
  const place = useRef<HTMLSpanElement>(null);
  // Also after a move to another week, which does not change the size.
  useLayoutEffect(() => {
    const strip = place.current;
    if (strip === null) return;
    daysOf.set(strip, days);
    observer.observe(strip);
    return () => observer.unobserve(strip);
  });
  return <span ref={place} className={styles.off} aria-hidden />;
}
