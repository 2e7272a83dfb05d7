/** Dragging on the calendar, by mouse and by touch. */
import type { Locator, Page } from '@playwright/test';

import { twoFrames } from './bounded';

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** The maximum number of checks for a stable position: longer than any animation. */
const maxChecks = 200;

/** The box of a stable element: two frames later it has the same position. */
export async function boxOf(at: Locator): Promise<Box> {
  let before: Box | null = null;
  for (let look = 0; look < maxChecks; look++) {
    const box = await at.boundingBox();
    if (box === null) throw new Error(`${at.toString()} is not on the page`);
    if (JSON.stringify(box) === JSON.stringify(before)) return box;
    before = box;
    await twoFrames(at.page());
  }
  throw new Error(`${at.toString()} does not stand still`);
}

export async function middleOf(at: Locator): Promise<Point> {
  const box = await boxOf(at);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags with the mouse: presses, moves in steps, waits for the drag image, and releases. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 25 });
  await twoFrames(page);
  await page.mouse.up();
}

/** Drags by touch: a long press until the drag starts, then moves and releases. */
export async function longDrag(
  page: Page,
  from: Point,
  target: Point | (() => Promise<Point>),
  isLifted: () => Promise<void>,
): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  await isLifted();
  const to = typeof target === 'function' ? await target() : target;
  for (let step = 1; step <= 10; step++) {
    const at = { x: from.x + ((to.x - from.x) * step) / 10, y: from.y + ((to.y - from.y) * step) / 10 };
    await touch('touchMove', [at]);
    // Waits until the drag image shows.
    await twoFrames(page);
  }
  await touch('touchEnd', []);
}
