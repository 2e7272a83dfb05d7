import { expect, test } from 'vitest';
import { partsOver } from './OffDays';

/** The cell of a day of the week, 100 px wide; 0 is Sunday. */
const cell = (weekday: number) => ({ left: weekday * 100, right: weekday * 100 + 100 });
const bar = (first: number, last: number) => ({ left: first * 100 + 3, right: last * 100 + 96 });

test('a visit over a weekend has its weekend muted as one part, and its working days are not', () => {
  // Thursday to the next Monday, in one row from Wednesday to Tuesday.
  const [part, ...others] = partsOver({ left: 100, right: 600 }, [cell(3), cell(4)]);
  expect(part).toEqual({ from: 40, to: 80 });
  expect(others).toEqual([]);
});

test('what goes on in the next row of weeks has in each row the day of that row', () => {
  const [saturday] = partsOver(bar(5, 6), [cell(6)]);
  expect(saturday?.to).toBeCloseTo(100);
  expect(saturday?.from).toBeCloseTo(50, -1);
  const [sunday] = partsOver(bar(0, 1), [cell(0)]);
  expect(sunday?.from).toBe(0);
  expect(sunday?.to).toBeCloseTo(50, -1);
});

test('a piece of a full row is muted by the days that it shows', () => {
  expect(partsOver(bar(0, 0), [cell(0)])).toEqual([{ from: 0, to: 100 }]);
  expect(partsOver(bar(1, 1), [cell(0)])).toEqual([]);
});

test('days without work that do not follow each other are parts of their own', () => {
  expect(partsOver({ left: 100, right: 600 }, [cell(4), cell(2)])).toEqual([
    { from: 20, to: 40 },
    { from: 60, to: 80 },
  ]);
});
