/** Dragging on the calendar, by mouse and by touch. */
import type { Locator, Page } from '@playwright/test';

export interface Point {
  x: number;
  y: number;
}

export async function boxOf(at: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await at.boundingBox();
  if (box === null) throw new Error('it is not on the page');
  return box;
}

export async function middleOf(at: Locator): Promise<Point> {
  const box = await boxOf(at);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The mouse takes hold, moves as a hand does, and lets go. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 25 });
  await page.mouse.up();
}

/** As long as the page takes to draw what a hand did: hands see what they carry before they go on. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** A finger that presses until something is lifted, looks where to carry it, moves and lets go. */
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
    await drawn(page);
  }
  await touch('touchEnd', []);
}
