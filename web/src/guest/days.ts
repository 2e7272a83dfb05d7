/** Days for display, without the rules: they weigh more than the whole page. */
import { pageLocale } from '@/i18n/pageTexts';

const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

const format = (options: Intl.DateTimeFormatOptions, day: string): string =>
  new Intl.DateTimeFormat(pageLocale(), { ...options, timeZone: 'UTC' }).format(midnight(day));

/** 'Thu Jun 11', 'jue 11 jun'. */
export function dayText(day: string): string {
  const weekday = format({ weekday: 'short' }, day);
  const month = format({ month: 'short' }, day);
  const number = Number(day.slice(8));
  return pageLocale() === 'es' ? `${weekday} ${number} ${month}` : `${weekday} ${month} ${number}`;
}

/** 'Thu Jun 11 – Tue Jun 16', or one day; null without days. */
export function daysText({
  startDate,
  endDate,
}: {
  startDate: string | null;
  endDate: string | null;
}): string | null {
  if (startDate === null || endDate === null) return null;
  return startDate === endDate ? dayText(startDate) : `${dayText(startDate)} – ${dayText(endDate)}`;
}
