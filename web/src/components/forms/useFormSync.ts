import { useState } from 'react';

import type { RulesForm } from './useRulesForm';

/**
 * Updates the form when the saved values change. While the form is being submitted that is its own optimistic change,
 * which may be reverted, so it is ignored; a form that stays open is reset from the response.
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
