import { expect, test } from 'vitest';
import { aJob } from '@/testing/aJob';

import { arcPath, arcsOf } from './arcs';
import { locationShares } from './locationShares';
import { todaysJobs } from './todaysJobs';

const jobsIn = (city: string, count: number) => Array.from({ length: count }, (_, at) => aJob(at, { city }));

test('seven cities get their own slice, and the smaller ones share a slice with their number', () => {
  const cities = [
    'Lakewood',
    'Denver',
    'Arvada',
    'Littleton',
    'Boulder',
    'Thornton',
    'Golden',
    'Aurora',
    'Parker',
  ];
  const shares = locationShares(cities.flatMap((city, at) => jobsIn(city, 10 - at)));
  expect(shares.map(({ name, count }) => [name, count])).toEqual([
    ['Lakewood', 10],
    ['Denver', 9],
    ['Arvada', 8],
    ['Littleton', 7],
    ['Boulder', 6],
    ['Thornton', 5],
    ['Golden', 4],
    [null, 5],
  ]);
  expect(shares.at(-1)?.places).toBe(2);
  expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
});

test('a city typed in capitals or with blanks is not counted separately', () => {
  const shares = locationShares([
    ...jobsIn('Old Hickory', 2),
    ...jobsIn('OLD HICKORY ', 1),
    ...jobsIn('  ', 4),
  ]);
  expect(shares).toEqual([{ name: 'Old Hickory', count: 3, share: 1, places: 1 }]);
});

test('a company without jobs gets no chart instead of empty slices', () => {
  expect(locationShares([])).toEqual([]);
  expect(arcsOf([0, 0])).toEqual([
    { from: 0, to: 0 },
    { from: 0, to: 0 },
  ]);
});

test('a pie with one slice is a whole pie, not an empty one', () => {
  const whole = arcPath({ from: 0, to: 1 }, { outer: 84, inner: 0, begin: 0, end: 1 });
  expect(whole).toContain('A84 84 0 1 1');
  expect(whole).not.toMatch(/^M(\S+ \S+)A84 84 0 1 1 \1L/);
});

const days = { startDate: '2026-06-09', endDate: '2026-06-11' };
const sub = { assignedToCompanyId: 'x', companyInfo: { name: 'Ríos Brothers Roofing' } };
const board = [
  aJob(1, { ...days, ...sub, isAcceptedBySub: true }),
  aJob(2, { ...days, ...sub }),
  aJob(3, { ...days, isCustom: true, customSubcontractorName: 'Crew A' }),
  aJob(4, days),
  aJob(5, { ...days, ...sub, status: 'complete' }),
  aJob(6, { startDate: '2026-06-12', endDate: '2026-06-12' }),
  aJob(7),
];

test("today's jobs are counted by the kind of crew", () => {
  expect(todaysJobs(board, '2026-06-11T10:20:00', false)).toEqual({ first: 2, second: 2, completed: 1 });
});

test("a subcontractor sees how many of today's jobs it has not accepted yet", () => {
  expect(todaysJobs(board.slice(0, 2), '2026-06-11T10:20:00', true)).toEqual({
    first: 1,
    second: 1,
    completed: 0,
  });
});

test('the last day of a job counts until 11 PM', () => {
  expect(todaysJobs(board, '2026-06-11T23:00:00', false)).toEqual({ first: 2, second: 2, completed: 1 });
  expect(todaysJobs(board, '2026-06-11T23:01:00', false)).toEqual({ first: 0, second: 0, completed: 0 });
});
