/** How the rule of a series and its days read. */
import type { RepeatUnit, Series } from '@bindings';
import { m } from '@/i18n';
import { dateFormat, midnight } from '@/ui/dates/dates';

/** The number in a field that may be blank. */
export const numberOf = (typed: number | string): number | null => (typed === '' ? null : Number(typed));

const texts: Record<RepeatUnit, (input: { count: number }) => string> = {
  day: (input) => m.series_everyDay(input),
  week: (input) => m.series_everyWeek(input),
  month: (input) => m.series_everyMonth(input),
  year: (input) => m.series_everyYear(input),
};

/** 'Every 6 months · 3 of 10'. */
export const seriesText = ({ unit, interval, position, count }: Series): string =>
  `${texts[unit]({ count: interval })} · ${m.series_position({ position, total: count })}`;

/** 'Tue, Jun 9, 2026'. */
export const fullDay = (day: string): string =>
  dateFormat({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }).format(midnight(day));
