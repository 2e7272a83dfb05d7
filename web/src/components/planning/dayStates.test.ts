import type { AvailableDay, DayState } from '@bindings';
import { expect, test } from 'vitest';
import { WorkCalendar } from '@/wasm/rules';

import { type AssigneeDays, availabilityText, conflictText } from './dayStates';

const calendar = new WorkCalendar(Uint8Array.of(1, 2, 3, 4, 5), []);

const rios = (states: Record<string, DayState>): AssigneeDays => ({
  who: 'Ríos Brothers',
  days: new Map(Object.entries(states).map(([day, state]): [string, AvailableDay] => [day, { day, state }])),
});

const fridayToMonday = { startDate: '2026-06-05', endDate: '2026-06-08' };

test('a contractor reads which days do not fit, and by whom', () => {
  const days = rios({ '2026-06-05': 'off', '2026-06-06': 'off', '2026-06-07': 'off', '2026-06-08': 'full' });
  expect(conflictText(days, fridayToMonday, calendar)).toBe(
    'Ríos Brothers does not work on Fri Jun 5. Ríos Brothers has no crew left on Mon Jun 8.',
  );
});

test('a weekend within a job is no conflict, because nobody would work then', () => {
  const days = rios({ '2026-06-05': 'free', '2026-06-06': 'off', '2026-06-07': 'off', '2026-06-08': 'free' });
  expect(conflictText(days, fridayToMonday, calendar)).toBeNull();
  expect(availabilityText(days, fridayToMonday, calendar)).toBe('Ríos Brothers is free on these days.');
});

test('a company that shares nothing is never called free', () => {
  const days = rios({ '2026-06-05': 'unknown', '2026-06-08': 'unknown' });
  expect(conflictText(days, fridayToMonday, calendar)).toBeNull();
  expect(availabilityText(days, fridayToMonday, calendar)).toBe('Ríos Brothers does not share its days.');
});

test('nobody is called free on days that are not known', () => {
  const days = rios({ '2026-06-05': 'free' });
  expect(availabilityText(days, fridayToMonday, calendar)).toBeNull();
});
