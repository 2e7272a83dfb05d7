import { expect, test } from 'vitest';
import { aJob } from '@/testing/aJob';

import type { DatedJob } from '../grid/dayOverflow';
import { stackBars } from './stacking';

const week = { from: '2026-06-07', to: '2026-06-13' };
const job = (number: number, startDate: string, endDate: string) =>
  aJob(number, { startDate, endDate }) as DatedJob;

test('jobs that share a day are stacked, and the next job reuses a free row', () => {
  const { bars, rows } = stackBars(
    [
      job(1, '2026-06-08', '2026-06-10'),
      job(2, '2026-06-10', '2026-06-11'),
      job(3, '2026-06-11', '2026-06-12'),
    ],
    week,
  );
  expect(rows).toBe(2);
  expect(bars.map(({ row, first, last }) => [row, first, last])).toEqual([
    [0, 1, 3],
    [1, 3, 4],
    [0, 4, 5],
  ]);
});

test('a job that begins before the week or ends after it counts only its visible days', () => {
  const { bars, days } = stackBars(
    [
      job(1, '2026-06-01', '2026-06-08'),
      job(2, '2026-06-12', '2026-06-20'),
      job(3, '2026-07-01', '2026-07-02'),
    ],
    week,
  );
  expect(days).toBe(4);
  expect(bars.map(({ starts, ends }) => [starts, ends])).toEqual([
    [false, true],
    [true, false],
  ]);
});

test('two thousand jobs are stacked within the time of a frame', () => {
  const many = Array.from({ length: 2_000 }, (_, at) => {
    const day = 7 + (at % 6);
    return job(at, `2026-06-${String(day).padStart(2, '0')}`, `2026-06-${String(day + 1).padStart(2, '0')}`);
  });
  expect(stackBars(many, week).bars).toHaveLength(2_000);
});
