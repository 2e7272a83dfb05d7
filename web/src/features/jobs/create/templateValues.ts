/** What a template fills into the form of a new job. Its measurements and orders are added by the server. */
import type { JobTemplate } from '@bindings';
import dayjs from 'dayjs';
import type { WorkCalendar } from '@/wasm/rules';
import type { NewJobValues } from './newJobValues';

/** Longer jobs are not filled in: the days are entered by hand. */
const longest = 260;

/** The last day of a job that begins on this day and takes so many working days; the first one counts in any case. */
export function endOf(calendar: WorkCalendar, start: string, workdays: number): string {
  const missing = calendar.count(start, start) === 0 ? 1 : 0;
  let end = start;
  for (let step = 0; step < longest * 7 && calendar.count(start, end) + missing < workdays; step += 1)
    end = dayjs(end).add(1, 'day').format('YYYY-MM-DD');
  return end;
}

/** Title and note are kept if the user has typed others. */
export function filledFrom(
  template: JobTemplate,
  values: NewJobValues,
  former: JobTemplate | undefined,
): Partial<NewJobValues> {
  const isUntouched = (typed: string, before: string | null | undefined) =>
    typed.trim() === '' || typed === before;
  return {
    template: template.id,
    ...(isUntouched(values.title, former?.title) ? { title: template.title } : {}),
    ...(isUntouched(values.note, former?.note) ? { note: template.note ?? '' } : {}),
    color: template.color,
    tags: template.tags,
    contractAmount: template.contractAmount ?? '',
  };
}
