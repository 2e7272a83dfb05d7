import type { FieldError } from '@bindings';
import { useState } from 'react';
import { useFormSync } from '@/components/forms/useFormSync';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { notice } from '@/i18n';
import { toast } from '@/ui/overlays/toasts';
import { useReportUnsaved } from '@/ui/overlays/UnsavedFormsContext';

interface InlineEditOptions<T> {
  /** The stored values. */
  saved: T;
  check: (values: T) => readonly FieldError[];
  /** Sends valid values; rejects with an `ApiFailure` when they are refused. */
  save: (values: T) => Promise<unknown>;
}

/**
 * A value with an edit button that turns it into a field. Saving is optimistic; when it is refused, the field opens
 * again with the typed value.
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
      form.markSaved(values);
      toast.sweet(notice('thisJobUpdated'));
    },
  });
  useFormSync(form, saved);
  useReportUnsaved(editing ? form.dirty : form.busy);

  return {
    editing,
    /** Whether the form was open before: then the edit button gets the focus back. */
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
