/** How the page of a link writes numbers and days. Every row needs a formatter: each is made once for a language. */
import { pageLocale } from '@/i18n/pageTexts';

const format = <F>(make: (locale: 'en-US' | 'es') => F): (() => F) => {
  const made: Partial<Record<'en-US' | 'es', F>> = {};
  return () => {
    const locale = pageLocale();
    const formatter = made[locale] ?? make(locale);
    made[locale] = formatter;
    return formatter;
  };
};

const quantity = format((locale) => new Intl.NumberFormat(locale));
const day = format((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
const weekday = format((locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }));
const month = format((locale) => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }));

/** '1,234.5', as the language writes it. */
export const quantityText = (amount: number): string => quantity().format(amount);

/** The day of an instant here: 'Jun 11, 2026'. */
export const dayOfInstant = (instant: string): string => day().format(new Date(instant));

/** Of a day such as '2026-06-11': 'Thu' and 'Jun'. */
export function namesOfDay(date: string): { weekday: string; month: string } {
  const midnight = new Date(`${date}T00:00:00Z`);
  return { weekday: weekday().format(midnight), month: month().format(midnight) };
}
