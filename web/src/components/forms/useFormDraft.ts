import { useEffect, useRef } from 'react';
import { useSession } from '@/queries/accounts/session';
import { readTextDraft, storeTextDraft } from '@/queries/mutations/textDrafts';
import { onDiscard } from '@/ui/overlays/unsavedForms';
import type { RulesForm } from './useRulesForm';

/**
 * Stores one text of a form at every keystroke, so that it is there again after the phone has closed the page, the session
 * has ended, or another screen was opened. Clearing the field, or the user's word to discard it, removes the draft. `name`
 * says what the text is about.
 */
export function useFormDraft<T extends object>(
  form: RulesForm<T>,
  field: keyof T & string,
  name: string,
): void {
  const { user } = useSession();
  const text = String(form.values[field] ?? '');
  const set = useRef(form.set);
  useEffect(() => {
    const draft = readTextDraft(user.id, name);
    if (draft !== '') set.current(field, draft as T[keyof T & string]);
    return onDiscard(() => storeTextDraft(user.id, name, ''));
  }, [user.id, name, field]);
  const isFirst = useRef(true);
  useEffect(() => {
    // The form is still blank, and the draft is about to be in it.
    if (!isFirst.current) storeTextDraft(user.id, name, text);
    isFirst.current = false;
  }, [user.id, name, text]);
}
