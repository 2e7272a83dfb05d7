import { expect, test } from 'vitest';

import { planPages, splitIntoPages } from './pages';
import { printWidth } from './printLayout';
import type { Shape } from './shapes';

const clip = { x: 0, y: 0, width: 1_100, height: 9_000 };

const bar = (y: number, height = 23): Shape => ({
  kind: 'box',
  clip,
  area: { x: 10, y, width: 300, height },
  corners: [4, 4, 4, 4],
  ink: [0, 0, 0, 1],
});

test('the calendar is drawn 1100 px wide for paper, whatever the window', () => {
  expect(printWidth).toBe(1_100);
});

test('a month fits on one landscape page, however high the screen is', () => {
  const { landscape, pages, scale } = planPages([bar(700)], 1_100, 1_000);
  expect(landscape).toBe(true);
  expect(pages).toEqual([{ from: 0, height: 1_000 }]);
  expect(1_000 * scale).toBeLessThanOrEqual(210 - 24);
  expect(1_100 * scale).toBeLessThanOrEqual(297 - 24);
});

test('a day that is slightly too long is scaled down instead of moving its evening to a second page', () => {
  const { landscape, pages, scale } = planPages([], 1_100, 1_800);
  expect(landscape).toBe(false);
  expect(pages).toHaveLength(1);
  expect(1_800 * scale).toBeLessThanOrEqual(297 - 24);
});

test('a long list continues over pages, and no bar is cut in two', () => {
  const bars = Array.from({ length: 300 }, (_, at) => bar(at * 25));
  const { pages } = planPages(bars, 1_100, 7_500);
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.reduce((sum, { height }) => sum + height, 0)).toBe(7_500);
  for (const { from } of pages) expect(from % 25 === 0 || from % 25 >= 23).toBe(true);
});

test('a drawing without gaps is cut anyway, without an endless loop', () => {
  const wall = Array.from({ length: 100 }, (_, at) => bar(at * 20, 60));
  expect(splitIntoPages(wall, 2_000, 500).every(({ height }) => height > 0 && height <= 500)).toBe(true);
});
