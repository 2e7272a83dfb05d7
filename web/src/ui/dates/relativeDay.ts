/** Relative names of days near today. */
import { locale, m } from '@/i18n';
import { dateFormat, dayText, midnight } from './dates';
import { dayOfWall, wallNow } from './wallTime';

/** How many days ago a day was, in `zone`; 0 is today, negative is in the future. */
export const daysAgo = (day: string, zone: string): number => {
  const today = dayOfWall(wallNow(zone));
  return (midnight(today).getTime() - midnight(day).getTime()) / 86_400_000;
};

/** `Today`, `Yesterday`, `Wednesday`, then `Jun 3rd 2026`. */
export function relativeDayText(day: string, zone: string): string {
  const ago = daysAgo(day, zone);
  if (ago === 0) return m.common_today();
  if (ago === 1) return m.common_yesterday();
  if (ago > 1 && ago < 7) {
    const name = dateFormat({ weekday: 'long' }).format(midnight(day));
    return name.charAt(0).toLocaleUpperCase(locale()) + name.slice(1);
  }
  return dayText(day);
}
