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

/** What the user has entered, or changed since a template was chosen, is kept. */
export function filledFrom(
  template: JobTemplate,
  values: NewJobValues,
  former: JobTemplate | undefined,
): Partial<NewJobValues> {
  const isUntouched = (typed: string, before: string | null | undefined) =>
    typed.trim() === '' || typed === before;
  const isSame = (a: readonly string[], b: readonly string[] = []) => a.join('\n') === b.join('\n');
  const amount = String(values.contractAmount);
  return {
    template: template.id,
    ...(isUntouched(values.title, former?.title) ? { title: template.title } : {}),
    ...(isUntouched(values.note, former?.note) ? { note: template.note ?? '' } : {}),
    ...(isUntouched(values.color, former?.color) ? { color: template.color } : {}),
    ...(values.tags.length === 0 || isSame(values.tags, former?.tags) ? { tags: template.tags } : {}),
    ...(isUntouched(amount, String(former?.contractAmount ?? ''))
      ? { contractAmount: template.contractAmount ?? '' }
      : {}),
  };
}
