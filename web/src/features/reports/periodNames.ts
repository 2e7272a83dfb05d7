/** The names of the weeks and months of a report. */
import type { ReportDays, ReportPeriod, ReportStep } from '@bindings';
import dayjs from 'dayjs';
import { dateFormat, midnight } from '@/ui/dates/dates';

const isWholeMonth = ({ from, to }: ReportDays): boolean =>
  from.endsWith('-01') && dayjs(from).endOf('month').format('YYYY-MM-DD') === to;

/** 'Jun 7 – 13, 2026'. */
export const dateRangeName = ({ from, to }: ReportDays): string =>
  dateFormat({ month: 'short', day: 'numeric', year: 'numeric' }).formatRange(midnight(from), midnight(to));

/** 'June 2026'; 'Jun 7 – 13, 2026' for a week, or for an incomplete month. */
export const periodPartName = (part: ReportDays, by: ReportStep): string =>
  by === 'month' && isWholeMonth(part)
    ? dateFormat({ month: 'long', year: 'numeric' }).format(midnight(part.from))
    : dateRangeName(part);

/** 'Jun 26', 'Jun 7': short enough for a chart axis and a column header. */
export const shortPeriodName = ({ from }: ReportDays, by: ReportStep): string =>
  dateFormat(
    by === 'month' ? { month: 'short', year: '2-digit' } : { month: 'short', day: 'numeric' },
  ).format(midnight(from));

/** The name of a whole period. */
export const periodName = ({ from, to }: ReportPeriod): string => dateRangeName({ from, to });
