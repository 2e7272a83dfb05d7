import type { NewAccount } from '@bindings';
import { useEffect } from 'react';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { useLanguage } from '@/i18n';
import { checkNewAccount } from '@/wasm/rules';

import type { Step } from './draft';

export interface StepProps {
  values: NewAccount;
  /** Stores the entered values, and goes to the given step, if any. */
  change: (next: Partial<NewAccount>, step?: Step) => void;
}

/** One step of the form: checks the rules of its own fields and stores every change. */
export function useStepForm(
  { values, change }: StepProps,
  fields: ReadonlyArray<keyof NewAccount>,
  next: Step,
) {
  const language = useLanguage();
  const form = useRulesForm({
    initial: values,
    check: (entered) =>
      checkNewAccount(entered, language).filter(({ field }) => fields.includes(field as keyof NewAccount)),
    submit: (entered) => change(entered, next),
  });
  const typed = form.values;
  useEffect(() => change(typed), [typed, change]);
  return form;
}
