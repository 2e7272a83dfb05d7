import { createContext, type ReactNode, use, useCallback, useEffect, useId, useState } from 'react';

type ReportUnsaved = (form: string, dirty: boolean) => void;

const UnsavedContext = createContext<ReportUnsaved>(() => undefined);

/** Collects which forms of the job page have unsaved input, so that closing it can ask first. */
export function useUnsavedForms() {
  const [forms, setForms] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback<ReportUnsaved>((form, dirty) => {
    setForms((now) => {
      if (now.has(form) === dirty) return now;
      const next = new Set(now);
      if (dirty) next.add(form);
      else next.delete(form);
      return next;
    });
  }, []);
  return { dirty: forms.size > 0, report };
}

export const UnsavedForms = ({ report, children }: { report: ReportUnsaved; children: ReactNode }) => (
  <UnsavedContext value={report}>{children}</UnsavedContext>
);

/** Reports to the page whether this form has unsaved input. */
export function useReportUnsaved(dirty: boolean): void {
  const report = use(UnsavedContext);
  const form = useId();
  useEffect(() => {
    report(form, dirty);
    return () => report(form, false);
  }, [report, form, dirty]);
}
