import { expect, test } from 'vitest';
import { setLanguage } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import { aJob } from '@/testing/aJob';

import { agendaEntries } from './agenda/agendaDays';
import { daysIn, shownDays, stepDay, viewTitle, weekdayLetter } from './calendarDays';
import { type DatedJob, limitJobsPerDay, maxJobsPerDay, rowsPerDay } from './grid/dayOverflow';
import { readView, writeView } from './useCalendarView';

const dated = (number: number, startDate: string, endDate: string, title = `Job ${number}`) =>
  aJob(number, { startDate, endDate, title }) as DatedJob;

test('a month is fetched with the days of adjacent months that its weeks include', () => {
  expect(shownDays('month', '2026-06-11')).toEqual({ from: '2026-05-31', to: '2026-07-04' });
  expect(shownDays('week', '2026-06-11')).toEqual({ from: '2026-06-07', to: '2026-06-13' });
  expect(shownDays('day', '2026-06-11')).toEqual({ from: '2026-06-11', to: '2026-06-11' });
  expect(daysIn(shownDays('month', '2026-02-14'))).toHaveLength(28);
});

test('a step forward from the 31st does not skip February', () => {
  expect(stepDay('month', '2026-01-31', 1)).toBe('2026-02-28');
  expect(stepDay('week', '2026-12-28', 1)).toBe('2027-01-04');
});

test('titles are in the language of the page', () => {
  expect(viewTitle('month', '2026-06-11')).toBe('June 2026');
  expect(shortDay('2026-06-11')).toBe('Thu Jun 11');
  setLanguage('spanish');
  expect(viewTitle('month', '2026-06-11')).toBe('Junio de 2026');
  expect(viewTitle('week', '2026-06-11')).toBe('7 – 13 jun 2026');
  expect(viewTitle('week', '2026-07-01')).toBe('28 jun – 4 jul 2026');
  expect(viewTitle('week', '2026-12-31')).toBe('27 dic 2026 – 2 ene 2027');
  expect(shortDay('2026-06-11')).toBe('jue 11 jun');
});

test('the weekday letters are the same as on the landing page', () => {
  const week = daysIn({ from: '2026-06-07', to: '2026-06-13' });
  expect(week.map(weekdayLetter).join(' ')).toBe('S M T W T F S');
  setLanguage('spanish');
  expect(week.map(weekdayLetter).join(' ')).toBe('D L M X J V S');
});

test('a link to the calendar shows what its sender saw', () => {
  const today = '2026-06-11';
  const seen = readView('', today);
  expect(writeView(seen, today)).toBe('');
  const changed = {
    ...seen,
    view: 'week' as const,
    day: '2026-07-01',
    status: 'active' as const,
    location: 'old hickory',
    from: '2026-07-01',
    mode: 'map' as const,
    panel: 'calendars' as const,
    hidden: ['one', 'two'],
    chosen: 'two',
    pin: 'a job',
    query: 'hail',
    stripOpen: false,
  };
  expect(readView(writeView(changed, today), '2026-08-01')).toEqual(changed);
});

test('a misspelled URL shows the current month instead of nothing', () => {
  const { view, day, status, from } = readView('?grid=year&date=2026-02-31&status=x&from=soon', '2026-06-11');
  expect({ view, day, status, from }).toEqual({
    view: 'month',
    day: '2026-06-11',
    status: 'all',
    from: null,
  });
});

test('a crowded month draws the bars that a day can show, and counts the others', () => {
  const crowd = [1, 2, 3, 4].map((number) => dated(number, '2026-06-09', '2026-06-09'));
  const long = dated(5, '2026-05-20', '2026-06-10');
  const { drawn, left } = limitJobsPerDay([...crowd, long], shownDays('month', '2026-06-11'), 2);
  // The long job began first, so it is stacked on top.
  expect(drawn.map(({ id }) => id)).toEqual([long.id, crowd[0]?.id]);
  expect([...left]).toEqual([['2026-06-09', 3]]);
});

test('a taller grid gets more bars, and a month of few jobs gets all of them', () => {
  const month = shownDays('month', '2026-06-11');
  expect(rowsPerDay('month', month, 670)).toBe(4);
  expect(rowsPerDay('month', month, 1_200)).toBe(8);
  expect(rowsPerDay('week', shownDays('week', '2026-06-11'), 670)).toBe(24);
  expect(maxJobsPerDay('month', 2_000, 4)).toBe(5);
  expect(maxJobsPerDay('month', 200, 4)).toBe(Number.POSITIVE_INFINITY);
  expect(maxJobsPerDay('day', 2_000, 4)).toBe(Number.POSITIVE_INFINITY);
});

test('a quiet month loses no bar', () => {
  const jobs = [dated(1, '2026-06-01', '2026-06-30'), dated(2, '2026-05-01', '2026-05-31')];
  const { drawn, left } = limitJobsPerDay(jobs, shownDays('month', '2026-06-11'), 8);
  expect(drawn).toHaveLength(2);
  expect(left.size).toBe(0);
});

test('the agenda shows a job on each of its days', () => {
  const agenda = agendaEntries([dated(1, '2026-06-10', '2026-06-15')], shownDays('week', '2026-06-11'));
  expect(agenda.filter(({ jobs }) => jobs.length > 0).map(({ day }) => day)).toEqual([
    '2026-06-10',
    '2026-06-11',
    '2026-06-12',
    '2026-06-13',
  ]);
});
