import type { FieldError } from '@bindings';
import { useState } from 'react';
import { notice } from '@/i18n';
import { toast } from '@/ui/toasts';
import { useUnsaved } from '@/ui/unsaved';
import { useFollow } from '@/ui/useFollow';
import { useRulesForm } from '@/ui/useRulesForm';

interface EditInPlaceOptions<T> {
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
export function useEditInPlace<T extends object>({ saved, check, save }: EditInPlaceOptions<T>) {
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
  useFollow(form, saved);
  useUnsaved(editing ? form.dirty : form.busy);

  return {
    editing,
    /** It was open before: the pencil that comes back takes the focus. */
    opened,
    form,
    start: () => {
      if (!form.busy) form.reset(saved);
      setOpened(true);
      setEditing(true);
    },
    cancel: () => {
      setEditing(false);
      // What is on its way stays, for it may come back.
      if (!form.busy) form.reset(saved);
    },
  };
}
