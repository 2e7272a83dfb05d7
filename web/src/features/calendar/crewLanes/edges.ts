import type { Point } from '../overlaps/PointerNote';

/** Near its edge, in px, the board scrolls under what is dragged, by up to so many px a picture. */
const edge = 48;
const pace = 14;

/** The nearer to the edge, the faster; nothing outside of it. */
function speed(at: number, low: number, high: number): number {
  if (at < low || at > high) return 0;
  if (at < low + edge) return -Math.ceil((pace * (low + edge - at)) / edge);
  if (at > high - edge) return Math.ceil((pace * (at - high + edge)) / edge);
  return 0;
}

/** How far the board scrolls for a pointer that is held there. */
export function scrolledBy(board: HTMLElement, { x, y }: Point): { left: number; top: number } {
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
