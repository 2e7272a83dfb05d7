import { expect, test } from 'vitest';
import { setLanguage } from '@/i18n';

import { agoText } from './times';

const now = '2026-06-11T15:00:00Z';
const ago = (instant: string) => agoText(instant, 'America/Denver', now);

test('relative times use the shortest form', () => {
  expect(ago('2026-06-11T14:59:40Z')).toBe('now');
  expect(ago('2026-06-11T14:54:00Z')).toBe('6 min. ago');
  expect(ago('2026-06-11T13:10:00Z')).toBe('1 hr. ago');
  expect(ago('2026-06-10T23:00:00Z')).toBe('yesterday');
  expect(ago('2026-06-08T23:00:00Z')).toBe('Mon');
  expect(ago('2026-05-18T15:00:00Z')).toBe('May 18th 2026');
});

test('a day ends where the company is, not where the server is', () => {
  expect(ago('2026-06-11T05:30:00Z')).toBe('yesterday');
  expect(ago('2026-06-11T06:30:00Z')).toBe('8 hr. ago');
});

test('a clock that is slightly ahead does not show a future time', () => {
  expect(ago('2026-06-11T15:00:50Z')).toBe('now');
});

test('relative times are also in Spanish', () => {
  setLanguage('spanish');
  expect(ago('2026-06-11T14:54:00Z')).toBe('hace 6 min');
  expect(ago('2026-06-10T23:00:00Z')).toBe('ayer');
});
