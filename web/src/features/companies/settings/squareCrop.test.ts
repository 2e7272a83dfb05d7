import { expect, test } from 'vitest';

import { clampedView, cropSquare, fullView, panned } from './squareCrop';

const wide = { width: 900, height: 600 };

test('a newly chosen picture shows its center, as large as possible', () => {
  expect(cropSquare(wide, fullView)).toEqual({ side: 600, left: 150, top: 0 });
});

test('no logo gets an empty edge, however far the picture is moved', () => {
  let view = fullView;
  for (let push = 0; push < 50; push += 1) view = panned(wide, view, 0.1, 0.1);
  expect(cropSquare(wide, view)).toEqual({ side: 600, left: 0, top: 0 });
  for (let push = 0; push < 50; push += 1) view = panned(wide, view, -0.1, -0.1);
  expect(cropSquare(wide, view)).toEqual({ side: 600, left: 300, top: 0 });
});

test('a picture at its edge moves at once when it is moved back', () => {
  const edge = panned(wide, fullView, 5, 0);
  expect(cropSquare(wide, panned(wide, edge, -0.1, 0)).left).toBeCloseTo(60);
});

test('zooming in and out near an edge still fills the square', () => {
  const close = panned(wide, { ...fullView, zoom: 4 }, 9, 9);
  expect(cropSquare(wide, close)).toEqual({ side: 150, left: 0, top: 0 });
  expect(cropSquare(wide, clampedView(wide, { ...close, zoom: 1 }))).toEqual({ side: 600, left: 0, top: 0 });
});
