import { useState } from 'react';

import type { RulesForm } from './useRulesForm';

/**
 * Follows what is saved, once it is another. While the form is sent that is its own change, which may be taken back
 * again: nothing follows it, and a form that stays open starts over from the answer.
 */
function useSavedChange<T extends object>(form: RulesForm<T>, saved: T, follow: () => void): void {
  const savedJson = JSON.stringify(saved);
  const [syncedJson, setFollowed] = useState(savedJson);
  if (savedJson === syncedJson) return;
  setFollowed(savedJson);
  if (!form.busy) follow();
}

/**
 * Keeps an untouched form in sync with the saved values, also when they change elsewhere. For fields that belong
 * together, such as the dates of a job: either all are synced or none.
 */
export function useFormSync<T extends object>(form: RulesForm<T>, saved: T): void {
  useSavedChange(form, saved, () => {
    if (!form.dirty) form.reset(saved);
  });
}

/** The same for independent fields: a field that was edited does not keep the others from being synced. */
export function useFieldSync<T extends object>(form: RulesForm<T>, saved: T): void {
  useSavedChange(form, saved, () => {
    if (form.dirty) form.follow(saved);
    else form.reset(saved);
  });
}
