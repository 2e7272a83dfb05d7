import type { Point } from '../overlaps/PointerTooltip';

/** The distance to the edge, in px, at which the board scrolls during a drag, and the most px per frame. */
const edge = 48;
const maxStep = 14;

/** The nearer to the edge, the faster; nothing outside of it. */
function speed(at: number, low: number, high: number): number {
  if (at < low || at > high) return 0;
  if (at < low + edge) return -Math.ceil((maxStep * (low + edge - at)) / edge);
  if (at > high - edge) return Math.ceil((maxStep * (at - high + edge)) / edge);
  return 0;
}

/** How far the board scrolls for a pointer that is held there. */
export function edgeScrollStep(board: HTMLElement, { x, y }: Point): { left: number; top: number } {
  const seen = board.getBoundingClientRect();
  const corner = board.querySelector('[data-corner]')?.getBoundingClientRect();
  const sideways = board.scrollWidth > board.clientWidth;
  const inside = x >= seen.left && x <= seen.right && y >= seen.top && y <= seen.bottom;
  if (!inside) return { left: 0, top: 0 };
  return {
    left: sideways ? speed(x, corner?.right ?? seen.left, seen.right) : 0,
    top: speed(y, corner?.bottom ?? seen.top, seen.bottom),
  };
}
