/** Parts of long forms that render only when one of their own fields changes. */
import { useState } from 'react';
import type { RulesForm } from './useRulesForm';

/**
 * The same object as long as the values and errors of `names` stay the same, so that a memoized part of a form does not
 * render with each keystroke in another part. The part reads only these fields; `latest()` reads all of them in an
 * event.
 */
export function useFormPart<T extends object>(
  form: RulesForm<T>,
  names: readonly (keyof T & string)[],
): RulesForm<T> {
  const shown = JSON.stringify(names.map((name) => [form.values[name], form.problem(name)]));
  const [kept, keep] = useState({ shown, form });
  if (kept.shown === shown) return kept.form;
  keep({ shown, form });
  return form;
}
