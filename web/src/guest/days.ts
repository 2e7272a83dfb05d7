/** Days for display, without the rules: they weigh more than the whole page. */
import { shortDay } from '@/i18n/dayNames';

/** 'Thu Jun 11 – Tue Jun 16', or one day; null without days. */
export function daysText({
  startDate,
  endDate,
}: {
  startDate: string | null;
  endDate: string | null;
}): string | null {
  if (startDate === null || endDate === null) return null;
  return startDate === endDate ? shortDay(startDate) : `${shortDay(startDate)} – ${shortDay(endDate)}`;
}
