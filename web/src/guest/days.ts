/** Days for display, without the rules: they weigh more than the whole page. */
import { pageLocale } from '@/i18n/pageTexts';
import { namesOfDay } from './formats';

/** 'Thu Jun 11', 'jue 11 jun'. */
export function dayText(day: string): string {
  const { weekday, month } = namesOfDay(day);
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
