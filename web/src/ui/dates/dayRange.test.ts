import { expect, test } from 'vitest';
import { setLanguage } from '@/i18n';
import { monthName, weekdayName } from '@/i18n/dayNames';
import { dayRange } from './dayRange';

const languages = [
  ['english', 'en-US'],
  ['spanish', 'es'],
] as const;

/** The domain abbreviates September in Spanish like other months. */
const ours = (text: string) => text.replaceAll('sept', 'sep');

test.each(languages)('a crew reads the days of a job as %s writes them', (language, spoken) => {
  setLanguage(language);
  const format = (withYear: boolean) =>
    new Intl.DateTimeFormat(spoken, {
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
      ...(withYear && { year: 'numeric' }),
    });
  for (let day = 0; day < 366; day += 1)
    for (const length of [0, 3, 40, 400]) {
      const [start, end] = [day, day + length].map((at) => new Date(Date.UTC(2028, 0, 1 + at)));
      if (start === undefined || end === undefined) throw new Error('two days');
      const [from = '', to = ''] = [start, end].map((each) => each.toISOString().slice(0, 10));
      for (const withYear of [true, false])
        expect(dayRange(from, to, withYear)).toBe(ours(format(withYear).formatRange(start, end)));
    }
});

test.each(languages)('months and weekdays have the names of %s', (language, spoken) => {
  setLanguage(language);
  const name = (date: number, of: 'month' | 'weekday') =>
    ours(new Intl.DateTimeFormat(spoken, { [of]: 'short', timeZone: 'UTC' }).format(date));
  for (let month = 0; month < 12; month += 1)
    expect(monthName(month)).toBe(name(Date.UTC(2028, month, 1), 'month'));
  for (let weekday = 0; weekday < 7; weekday += 1)
    expect(weekdayName(weekday)).toBe(name(Date.UTC(2028, 0, 2 + weekday), 'weekday'));
});
