/** Which days a view shows, and their names. Days are `YYYY-MM-DD`; weeks start on Sunday, as crews plan. */
import dayjs from 'dayjs';
import { locale } from '@/i18n';
import { dateFormat, midnight } from '@/ui/dates/dates';
import { jobDate, shortDate } from '@/wasm/rules';

export type View = 'month' | 'week' | 'day';

/** A range of days, both ends included. */
export interface Days {
  from: string;
  to: string;
}

const written = 'YYYY-MM-DD';

const weekStart = (day: dayjs.Dayjs) => day.subtract(day.day(), 'day');

/** True for an existing day in the format of URLs. */
export const isDay = (text: string | null): text is string => text !== null && shortDate(text) !== '';

/** The days that a view shows around a day: whole weeks, except in the day view. */
export function shownDays(view: View, day: string): Days {
  const at = dayjs(day);
  if (view === 'day') return { from: day, to: day };
  const first = weekStart(view === 'month' ? at.startOf('month') : at);
  const last = weekStart(view === 'month' ? at.endOf('month') : at).add(6, 'day');
  return { from: first.format(written), to: last.format(written) };
}

/** The day one view earlier or later. */
export const stepDay = (view: View, day: string, by: 1 | -1): string =>
  dayjs(day).add(by, view).format(written);

export function daysIn({ from, to }: Days): string[] {
  const days: string[] = [];
  for (let day = dayjs(from); days.at(-1) !== to && days.length < 400; day = day.add(1, 'day')) {
    days.push(day.format(written));
  }
  return days;
}

/** The number of days from one day to another: 0 for the same day. */
export const daysBetween = (from: string, to: string): number => dayjs(to).diff(from, 'day');

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** '7 – 13 jun 2026': repeated parts appear once; the month names are the domain's. */
function spanishWeek({ from, to }: Days): string {
  const [first, last] = [jobDate(from, 'spanish').split(' '), jobDate(to, 'spanish').split(' ')];
  while (first.length > 1 && first.at(-1) === last[first.length - 1]) first.pop();
  return `${first.join(' ')} – ${last.join(' ')}`;
}

/** The title above the grid: 'June 2026', 'Jun 7 – 13, 2026', 'Thursday, June 11, 2026'. */
export function viewTitle(view: View, day: string): string {
  if (view === 'month') return capital(dateFormat({ month: 'long', year: 'numeric' }).format(midnight(day)));
  if (view === 'day') {
    const long = dateFormat({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
    return capital(long.format(midnight(day)));
  }
  const days = shownDays(view, day);
  if (locale() === 'es') return spanishWeek(days);
  const range = dateFormat({ month: 'short', day: 'numeric', year: 'numeric' });
  return range.formatRange(midnight(days.from), midnight(days.to));
}

/** 'Thursday, June 11': the accessible name of a day in the week strip. */
export const weekdayAndDate = (day: string): string =>
  dateFormat({ weekday: 'long', month: 'long', day: 'numeric' }).format(midnight(day));

/** The week, starting on Sunday. In Spanish, Wednesday is X; some browsers would format it as a second M. */
const letters = { en: 'SMTWTFS', es: 'DLMXJVS' };

/** 'T', in Spanish 'J': the letter above a day of the week strip. */
export const weekdayLetter = (day: string): string => letters[locale()].charAt(dayjs(day).day());

export const dayNumber = (day: string): number => Number(day.slice(8));
