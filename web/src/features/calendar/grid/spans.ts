import type { Span } from '@bindings';
import dayjs from 'dayjs';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import type { WorkCalendar } from '@/wasm/rules';

/** The day so many days later. */
export const later = (day: string, days: number): string => dayjs(day).add(days, 'day').format('YYYY-MM-DD');

/** The same length, moved by some days. */
export const movedBy = ({ startDate, endDate }: Span, days: number): Span => ({
  startDate: later(startDate, days),
  endDate: later(endDate, days),
});

/** Extended or shortened by some days; null if no day would be left. */
export function extendedBy({ startDate, endDate }: Span, days: number): Span | null {
  const end = later(endDate, days);
  return end < startDate ? null : { startDate, endDate: end };
}

/** 'Moved to Tue Jun 9 to Thu Jun 11': announced to screen readers. */
export const movedText = ({ startDate, endDate }: Span): string =>
  startDate === endDate
    ? m.calendar_movedToDay({ day: shortDay(startDate) })
    : m.calendar_movedTo({ from: shortDay(startDate), to: shortDay(endDate) });

/** 'Fri Jun 5 to Mon Jun 8, 2 working days'; without the calendar only the days. */
export function lengthText({ startDate, endDate }: Span, calendar: WorkCalendar | null): string {
  if (startDate === endDate) return shortDay(startDate);
  const days = m.lanes_from({ from: shortDay(startDate), to: shortDay(endDate) });
  return calendar === null ? days : m.workdays_length({ days, count: calendar.length(startDate, endDate) });
}
