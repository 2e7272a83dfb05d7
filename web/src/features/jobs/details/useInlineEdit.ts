import type { FieldError } from '@bindings';
import { useState } from 'react';
import { useFormSync } from '@/components/forms/useFormSync';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { notice } from '@/i18n';
import { toast } from '@/ui/overlays/toasts';
import { useReportUnsaved } from '@/ui/overlays/UnsavedFormsContext';

interface InlineEditOptions<T> {
  /** What is stored now. */
  saved: T;
  check: (values: T) => readonly FieldError[];
  /** Sends what the rules agree to; rejects with an `ApiFailure` when it is refused. */
  save: (values: T) => Promise<unknown>;
}

/**
 * A fact that a pencil turns into a field. Saving shows the new value at once; when it is refused the field opens
 * again with what was typed.
 */
export function useInlineEdit<T extends object>({ saved, check, save }: InlineEditOptions<T>) {
  const [editing, setEditing] = useState(false);
  const [opened, setOpened] = useState(false);

  const form = useRulesForm<T>({
    initial: saved,
    check,
    submit: async (values) => {
      setEditing(false);
      if (JSON.stringify(values) === JSON.stringify(saved)) return;
      try {
        await save(values);
      } catch (failure) {
        setEditing(true);
        throw failure;
      }
      form.reset(values);
      toast.sweet(notice('thisJobUpdated'));
    },
  });
  useFormSync(form, saved);
  useReportUnsaved(editing ? form.dirty : form.busy);

  return {
    editing,
    /** The form was open before: the edit button gets the focus back. */
    opened,
    form,
    start: () => {
      if (!form.busy) form.reset(saved);
      setOpened(true);
      setEditing(true);
    },
    cancel: () => {
      setEditing(false);
      // A pending value stays in the form, because it may be refused.
      if (!form.busy) form.reset(saved);
    },
  };
}
