import type { NewAccount, User } from '@bindings';
import { useCallback, useState } from 'react';
import { type Language, language } from '@/i18n';

/** 0 welcome, 1 personal details, 2 account type, 3 company, 4 confirm, 5 creating. */
export type Step = 0 | 1 | 2 | 3 | 4 | 5;

export interface Draft {
  step: Step;
  values: NewAccount;
}

const name = 'ridgeline.onboarding';

/** The form in the format of the API, with its names `account_type` and `company_name`. */
const blank = (user: User, initialLanguage: Language): NewAccount => ({
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  location: user.location,
  phoneNumber: user.phoneNumber ?? '',
  language: initialLanguage,
  account_type: '',
  company_name: '',
  position: user.position,
  plan: 'basic',
});

/** The draft from before a reload; the draft of another account is ignored. */
function storedDraft(user: User): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Draft | null;
    if (draft === null || draft.values.email !== user.email) return null;
    return { ...draft, step: draft.step === 5 ? 4 : draft.step };
  } catch {
    return null;
  }
}

function storeDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // Without storage a reload starts over, which is acceptable.
  }
}

export const clearDraft = () => sessionStorage.removeItem(name);

/** The data of the wizard. Every keystroke is stored and survives a reload of the page. */
export function useDraft(user: User) {
  const [draft, setDraft] = useState<Draft>(
    () => storedDraft(user) ?? { step: 0, values: blank(user, language()) },
  );
  const change = useCallback((next: Partial<NewAccount>, step?: Step) => {
    setDraft((now) => {
      const changed = { step: step ?? now.step, values: { ...now.values, ...next } };
      storeDraft(changed);
      return changed;
    });
  }, []);
  return { ...draft, change, go: useCallback((step: Step) => change({}, step), [change]) };
}
