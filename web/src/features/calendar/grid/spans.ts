import type { Span } from '@bindings';
import dayjs from 'dayjs';
import { m } from '@/i18n';
import { shortDay } from '@/ui/days';

const later = (day: string, days: number): string => dayjs(day).add(days, 'day').format('YYYY-MM-DD');

/** The same length, so many days later. */
export const moved = ({ startDate, endDate }: Span, days: number): Span => ({
  startDate: later(startDate, days),
  endDate: later(endDate, days),
});

/** Ends so many days later; null where nothing would be left of it. */
export function lengthened({ startDate, endDate }: Span, days: number): Span | null {
  const end = later(endDate, days);
  return end < startDate ? null : { startDate, endDate: end };
}

/** 'Moved to Tue Jun 9 to Thu Jun 11': where a job stands now, for those who do not see it. */
export const movedInWords = ({ startDate, endDate }: Span): string =>
  startDate === endDate
    ? m.calendar_movedToDay({ day: shortDay(startDate) })
    : m.calendar_movedTo({ from: shortDay(startDate), to: shortDay(endDate) });
