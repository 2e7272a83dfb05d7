import { expect, test } from 'vitest';
import { appointmentEnd } from '@/wasm/rules';

import { instantOf, minutesFrom, wallOf, wallPlus } from './wallTime';

const chicago = 'America/Chicago';

test('9:30 in Chicago is the same instant in a browser in Tokyo', () => {
  expect(instantOf('2026-06-16T09:30', chicago)).toBe('2026-06-16T14:30:00Z');
  expect(wallOf('2026-06-16T14:30:00Z', chicago)).toBe('2026-06-16T09:30');
  expect(wallOf('2026-06-16T14:30:00Z', 'Asia/Tokyo')).toBe('2026-06-16T23:30');
});

test('a meeting in the skipped hour in March is an hour later, not lost', () => {
  expect(instantOf('2026-03-08T02:30', chicago)).toBe('2026-03-08T08:30:00Z');
  expect(wallOf('2026-03-08T08:30:00Z', chicago)).toBe('2026-03-08T03:30');
  expect(instantOf('2026-03-08T01:59', chicago)).toBe('2026-03-08T07:59:00Z');
  expect(instantOf('2026-03-08T03:00', chicago)).toBe('2026-03-08T08:00:00Z');
});

test('a meeting in the repeated hour in November is in the first of the two', () => {
  expect(instantOf('2026-11-01T01:30', chicago)).toBe('2026-11-01T06:30:00Z');
  expect(wallOf('2026-11-01T06:30:00Z', chicago)).toBe('2026-11-01T01:30');
  expect(wallOf('2026-11-01T07:30:00Z', chicago)).toBe('2026-11-01T01:30');
  expect(instantOf('2026-11-01T02:00', chicago)).toBe('2026-11-01T08:00:00Z');
});

test('an hour stays an hour across both clock changes', () => {
  const before = instantOf('2026-03-08T01:30', chicago) ?? '';
  const after = appointmentEnd(before, 60) ?? '';
  expect(wallOf(after, chicago)).toBe('2026-03-08T03:30');
  expect(minutesFrom(before, after)).toBe(60);

  const first = instantOf('2026-11-01T01:30', chicago) ?? '';
  const second = appointmentEnd(first, 60) ?? '';
  expect(wallOf(second, chicago)).toBe('2026-11-01T01:30');
  expect(minutesFrom(first, second)).toBe(60);
});

test('an invalid time is refused instead of breaking the form', () => {
  expect(instantOf('2026-13-40T25:00', chicago)).toBeNull();
  expect(instantOf('soon', chicago)).toBeNull();
  expect(wallPlus('2026-03-08T01:30', 60)).toBe('2026-03-08T02:30');
});
