/** @alone: the texts of the page replace the language of the app. */
import { afterEach, expect, test } from 'vitest';
import { shortDay } from '@/i18n/dayNames';
import { setPageLanguage } from '@/i18n/pageTexts';
import { dayOfInstant, quantityText } from './formats';

afterEach(() => setPageLanguage('english'));

const languages = [
  ['english', 'en-US'],
  ['spanish', 'es'],
] as const;

test.each(languages)('a vendor reads each day of an order as %s writes it', (language, locale) => {
  setPageLanguage(language);
  const named = (date: Date, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' }).format(date).replace('sept', 'sep');
  for (let day = 0; day < 366; day += 1) {
    const midnight = new Date(Date.UTC(2028, 0, 1 + day));
    const [weekday, month, number] = [
      named(midnight, { weekday: 'short' }),
      named(midnight, { month: 'short' }),
      midnight.getUTCDate(),
    ];
    expect(shortDay(midnight.toISOString().slice(0, 10))).toBe(
      language === 'spanish' ? `${weekday} ${number} ${month}` : `${weekday} ${month} ${number}`,
    );
    const lastMinute = new Date(2028, 0, 1 + day, 23, 59);
    const medium = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(lastMinute);
    expect(dayOfInstant(lastMinute.toISOString())).toBe(medium.replace('sept', 'sep'));
  }
});

test.each([0, 3, -3, 999, 1000, 1234.5, 0.25])('a vendor reads %d as its language writes it', (amount) => {
  expect(quantityText(amount)).toBe(new Intl.NumberFormat('en-US').format(amount));
  setPageLanguage('spanish');
  expect(quantityText(amount)).toBe(new Intl.NumberFormat('es').format(amount));
});
