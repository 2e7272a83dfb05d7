/** Dates for display, in the language of the page. The domain formats them. */
import { language, locale } from '@/i18n';
import { jobDate, shortDate } from '@/wasm/rules';

/** `Jun 9th 2026`, in Spanish `9 jun 2026`; an en dash if there is none. */
export const dayText = (day: string | null): string =>
  day === null ? '–' : (jobDate(day, language()) ?? day);

/** `06/09/2026` in both languages. */
export const numericDay = (day: string | null): string => (day === null ? '' : (shortDate(day) ?? day));

/** `YYYY-MM-DD` of a local point in time; today when left out. */
export function dayOf(date: Date = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The date format of the page's language; pass `YYYY-MM-DD` as `midnight(day)`. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locales = locale() === 'es' ? 'es' : 'en-US';
  const key = locales + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locales, { ...options, timeZone: 'UTC' });
  formats.set(key, known);
  return known;
}

export const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);
