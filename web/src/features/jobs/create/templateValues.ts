/** What a template fills into the form of a new job. Its measurements and orders are added by the server. */
import type { JobTemplate } from '@bindings';
import type { NewJobValues } from './newJobValues';

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
