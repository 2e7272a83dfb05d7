/** The days on which a job repeats, by the domain's rule, and how the rule reads. */
import type { FieldError, Language, RepeatUnit, Series, Workdays } from '@bindings';
import { m } from '@/i18n';
import { dateFormat, midnight } from '@/ui/dates/dates';
import { evaluate } from '@/wasm/rules';

/** How often, and one of two ends, as far as they are typed. */
export interface TypedRule {
  unit: RepeatUnit;
  interval: number | null;
  times?: number | null;
  until?: string;
}

export type RepeatCalendar = Pick<Workdays, 'weekdays' | 'holidays'>;

/** For what may fall on any day. */
export const anyDay: RepeatCalendar = { weekdays: [1, 2, 3, 4, 5, 6, 7], holidays: [] };

/** The days, the first included; or what is wrong with the rule. */
export function repeatDays(
  start: string,
  rule: TypedRule,
  calendar: RepeatCalendar | undefined,
  language: Language,
): { days: string[]; errors: FieldError[] } {
  const { weekdays, holidays } = calendar ?? {};
  const input = { start, ...rule, language, calendar: weekdays && { weekdays, holidays } };
  const outcome = JSON.parse(evaluate('repeat.days', JSON.stringify(input))) as {
    value?: string[];
    errors?: FieldError[];
  };
  return { days: outcome.value ?? [], errors: outcome.errors ?? [] };
}

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
