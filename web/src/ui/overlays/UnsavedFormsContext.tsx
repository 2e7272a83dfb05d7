import { createContext, type ReactNode, use, useCallback, useEffect, useId, useState } from 'react';

type Tell = (form: string, dirty: boolean) => void;

const UnsavedContext = createContext<Tell>(() => undefined);

/** Collects which forms of the job page have unsaved input, so that closing it can ask first. */
export function useUnsavedForms() {
  const [forms, setForms] = useState<ReadonlySet<string>>(new Set());
  const tell = useCallback<Tell>((form, dirty) => {
    setForms((now) => {
      if (now.has(form) === dirty) return now;
      const next = new Set(now);
      if (dirty) next.add(form);
      else next.delete(form);
      return next;
    });
  }, []);
  return { dirty: forms.size > 0, tell };
}

export const UnsavedForms = ({ tell, children }: { tell: Tell; children: ReactNode }) => (
  <UnsavedContext value={tell}>{children}</UnsavedContext>
);

/** Reports to the page whether this form has unsaved input. */
export function useReportUnsaved(dirty: boolean): void {
  const tell = use(UnsavedContext);
  const form = useId();
  useEffect(() => {
    tell(form, dirty);
    return () => tell(form, false);
  }, [tell, form, dirty]);
}
