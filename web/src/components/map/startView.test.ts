import type { Map as LibreMap } from 'maplibre-gl';
import { expect, it, vi } from 'vitest';

import { boundsOf, goToStart } from './startView';

const place = (latitude: number, longitude: number) => ({ latitude, longitude });

it('encloses all places, and nothing without places', () => {
  expect(boundsOf([])).toBeUndefined();
  expect(boundsOf([place(36.1, -86.8)])).toEqual([
    [-86.8, 36.1],
    [-86.8, 36.1],
  ]);
  expect(boundsOf([place(36.1, -86.8), place(35.9, -86.5), place(36, -87)])).toEqual([
    [-87, 35.9],
    [-86.5, 36.1],
  ]);
});

it('encloses the circle in which a house is, but not that of a whole region', () => {
  const [[west, south], [east, north]] = boundsOf([{ ...place(60, -86.8), radius: 1_112 }]) ?? [
    [0, 0],
    [0, 0],
  ];
  expect([west, south, east, north].map((each) => each.toFixed(3))).toEqual([
    '-86.820',
    '59.990',
    '-86.780',
    '60.010',
  ]);
  expect(boundsOf([{ ...place(36, -86.8), radius: 60_000 }])).toEqual(
    boundsOf([{ ...place(36, -86.8), radius: 20_000 }]),
  );
});

it('leaves room for the pins and the buttons, but at most half of a small map', () => {
  const fitBounds = vi.fn();
  const map = (clientWidth: number, clientHeight: number) =>
    ({ getContainer: () => ({ clientWidth, clientHeight }), fitBounds }) as unknown as LibreMap;
  const start = { center: place(0, 0), zoom: 8, bounds: boundsOf([place(36, -87), place(37, -86)]) };
  goToStart(map(900, 700), start, false);
  goToStart(map(360, 136), start, false);
  const paddings = fitBounds.mock.calls.map(([, { padding }]) => padding);
  expect(paddings).toEqual([
    { top: 64, right: 84, bottom: 72, left: 44 },
    { top: 32, right: 42, bottom: 36, left: 22 },
  ]);
});
