import type { Point } from '../overlaps/PointerTooltip';

/** The distance to the edge, in px, at which the board scrolls during a drag, and the maximum px per frame. */
const edge = 48;
const maxStep = 14;

/** Faster the closer to the edge; 0 outside of that distance. */
function speed(at: number, low: number, high: number): number {
  if (at < low || at > high) return 0;
  if (at < low + edge) return -Math.ceil((maxStep * (low + edge - at)) / edge);
  if (at > high - edge) return Math.ceil((maxStep * (at - high + edge)) / edge);
  return 0;
}

/** How far the board scrolls per frame for this position of the pointer. */
export function edgeScrollStep(board: HTMLElement, { x, y }: Point): { left: number; top: number } {
  const bounds = board.getBoundingClientRect();
  const corner = board.querySelector('[data-corner]')?.getBoundingClientRect();
  const sideways = board.scrollWidth > board.clientWidth;
  const inside = x >= bounds.left && x <= bounds.right && y >= bounds.top && y <= bounds.bottom;
  if (!inside) return { left: 0, top: 0 };
  return {
    left: sideways ? speed(x, corner?.right ?? bounds.left, bounds.right) : 0,
    top: speed(y, corner?.bottom ?? bounds.top, bounds.bottom),
  };
}
