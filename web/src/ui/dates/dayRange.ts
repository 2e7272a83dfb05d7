import { locale } from '@/i18n';
import { monthName } from '@/i18n/dayNames';

/** Around a dash between two dates of more than a number. */
const thin = '\u2009';

/**
 * Two days `YYYY-MM-DD`, short: `Jun 9 – 12`, `Jun 30 – Jul 2`, in Spanish `9–12 jun`, `30 jun – 2 jul`. With the year if
 * asked to, and always where the years differ.
 */
export function dayRange(start: string, end: string, withYear: boolean): string {
  const [from, to] = [new Date(start), new Date(end)];
  const spanish = locale() === 'es';
  const month = (day: Date) => monthName(day.getUTCMonth());
  const short = (day: Date) =>
    spanish ? `${day.getUTCDate()} ${month(day)}` : `${month(day)} ${day.getUTCDate()}`;
  const year = (day: Date) => `${spanish ? ' ' : ', '}${day.getUTCFullYear()}`;
  const last = withYear ? year(to) : '';
  if (start === end) return `${short(from)}${last}`;
  if (from.getUTCFullYear() !== to.getUTCFullYear())
    return `${short(from)}${year(from)}${thin}–${thin}${short(to)}${year(to)}`;
  if (from.getUTCMonth() !== to.getUTCMonth()) return `${short(from)}${thin}–${thin}${short(to)}${last}`;
  return spanish
    ? `${from.getUTCDate()}–${short(to)}${last}`
    : `${short(from)}${thin}–${thin}${to.getUTCDate()}${last}`;
}
