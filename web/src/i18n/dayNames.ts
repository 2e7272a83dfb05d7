/**
 * The short names of months and weekdays in the language of the page, as texts: a slow phone needs 100 ms for the first
 * `Intl` formatter of a page, whichever it is. September is 'sep' in Spanish, as in the dates of the domain.
 */
import { m } from '@/paraglide/messages';
import { getLocale } from '@/paraglide/runtime';

/** 'Jun', 'jun', of the months 0 to 11. */
export const monthName = (month: number): string => m.common_months().split(' ')[month] ?? '';

/** 'Thu', 'jue', of the days 0 (Sunday) to 6. */
export const weekdayName = (weekday: number): string => m.common_weekdays().split(' ')[weekday] ?? '';

/** Of a day `YYYY-MM-DD`: 'Thu Jun 11', 'jue 11 jun'. */
export function shortDay(day: string): string {
  const date = new Date(day);
  const [weekday, month] = [weekdayName(date.getUTCDay()), monthName(date.getUTCMonth())];
  const number = date.getUTCDate();
  return getLocale() === 'es' ? `${weekday} ${number} ${month}` : `${weekday} ${month} ${number}`;
}
