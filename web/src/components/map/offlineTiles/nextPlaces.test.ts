import type { Job } from '@bindings';
import { expect, test } from 'vitest';
import { aJob } from '@/testing/aJob';

import { nextDays, nextPlaces } from './nextPlaces';

const days = nextDays('2026-11-27');

const job = (startDate: string | null, latitude: number | null, change: Partial<Job> = {}) =>
  aJob(latitude ?? 0, { startDate, endDate: startDate, latitude, longitude: -86, ...change });

test('the days are today and the three after it, over the end of a month', () => {
  expect(days).toEqual({ from: '2026-11-27', to: '2026-11-30' });
  expect(nextDays('2026-12-30').to).toBe('2027-01-02');
});

test('the jobs of these days have their places, those of today first', () => {
  const jobs = [
    job('2026-11-30', 34),
    job('2026-11-28', 32),
    job('2026-11-20', 31, { endDate: '2026-11-27' }),
    job('2026-11-27', 33),
  ];
  expect(nextPlaces(jobs, days).map(({ latitude }) => latitude)).toEqual([31, 33, 32, 34]);
});

test('jobs on other days, without days, without a place, or completed have none', () => {
  const jobs = [
    job('2026-12-01', 31),
    job('2026-11-26', 32),
    job(null, 33),
    job('2026-11-28', null),
    job('2026-11-28', 34, { status: 'complete' }),
  ];
  expect(nextPlaces(jobs, days)).toEqual([]);
});

test('two jobs of one house have one place', () => {
  expect(nextPlaces([job('2026-11-27', 31), job('2026-11-28', 31)], days)).toHaveLength(1);
});
