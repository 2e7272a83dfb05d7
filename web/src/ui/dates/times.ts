/** Times of day for display, in the language of the page and the given zone. They use the 12-hour clock. */
import { locale } from '@/i18n';
import { dateFormat, dayText, midnight } from './dates';
import { dayOfWall, minutesFrom, timeOfWall, wallOf, wallPlus } from './wallTime';

const formats = new Map<string, Intl.DateTimeFormat>();

function clock(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const spoken = locale() === 'es' ? 'es-US' : 'en-US';
  const key = spoken + zone + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(spoken, { ...options, timeZone: zone });
  formats.set(key, known);
  return known;
}

const hourAndMinute = { hour: 'numeric', minute: '2-digit', hour12: true } as const;

/** `9:30 AM`, in Spanish `9:30 a. m.`. */
export const timeText = (instant: string, zone: string): string =>
  clock(zone, hourAndMinute).format(new Date(instant));

/** The day of the instant, `YYYY-MM-DD`. */
export const dayIn = (instant: string, zone: string): string => dayOfWall(wallOf(instant, zone));

/** `Jun 11th 2026, 9:52 AM`, in Spanish `11 jun 2026, 9:52 a. m.`. */
export const dateTimeText = (instant: string, zone: string): string =>
  `${dayText(dayIn(instant, zone))}, ${timeText(instant, zone)}`;

/** Do the clocks change between the two? */
const changesBetween = (start: string, end: string, zone: string): boolean =>
  wallPlus(wallOf(start, zone), minutesFrom(start, end)) !== wallOf(end, zone);

/** `9:30 – 10:45 AM`; with the days where it ends on another one, and both zones where the clocks change between. */
export function rangeText(start: string, end: string, zone: string): string {
  if (changesBetween(start, end, zone)) {
    const full = clock(zone, { ...hourAndMinute, timeZoneName: 'short' });
    return `${full.format(new Date(start))} – ${full.format(new Date(end))}`;
  }
  return clock(zone, hourAndMinute).formatRange(new Date(start), new Date(end));
}

/** `9:30` or `9`: for the grid, whose axis shows the hours. */
export function shortTime(wall: string): string {
  const [hour = 0, minute = 0] = timeOfWall(wall).split(':').map(Number);
  const shown = hour % 12 === 0 ? 12 : hour % 12;
  return minute === 0 ? String(shown) : `${shown}:${String(minute).padStart(2, '0')}`;
}

/** `7am`, in Spanish `7 a. m.`: the hours of the grid's axis. */
export function hourText(hour: number): string {
  const text = clock('UTC', { hour: 'numeric', hour12: true }).format(Date.UTC(2026, 0, 1, hour));
  return locale() === 'es' ? text : text.replace(/\s/, '').toLowerCase();
}

/** `Central Time (Chicago)`: the name of a zone, with its city. */
export function zoneName(zone: string): string {
  const parts = clock(zone, { timeZoneName: 'longGeneric' }).formatToParts(Date.UTC(2026, 6, 1));
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ');
  // The library names such zones by their GMT offset; their id is clearer.
  return name === undefined || name.startsWith('GMT') ? zone : `${name} (${city})`;
}

/**
 * A relative time: `6 min. ago`, `1 hr. ago`, `yesterday`, `Mon`, then the date. Days begin and end in the given
 * zone.
 */
export function agoText(instant: string, zone: string, now: string = new Date().toISOString()): string {
  const ago = new Intl.RelativeTimeFormat(locale(), { style: 'short', numeric: 'auto' });
  const minutes = Math.max(0, minutesFrom(instant, now));
  if (minutes === 0) return ago.format(0, 'second');
  if (minutes < 60) return ago.format(-minutes, 'minute');
  const day = dayIn(instant, zone);
  const days = (midnight(dayIn(now, zone)).getTime() - midnight(day).getTime()) / 86_400_000;
  if (days < 1) return ago.format(-Math.floor(minutes / 60), 'hour');
  if (days < 2) return ago.format(-1, 'day');
  return days < 7 ? dateFormat({ weekday: 'short' }).format(midnight(day)) : dayText(day);
}
