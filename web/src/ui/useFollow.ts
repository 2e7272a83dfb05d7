import { useState } from 'react';

import type { RulesForm } from './useRulesForm';

/**
 * Follows what is saved, once it is another. While the form is sent that is its own change, which may be taken back
 * again: nothing follows it, and a form that stays open starts over from the answer.
 */
function useChanged<T extends object>(form: RulesForm<T>, saved: T, follow: () => void): void {
  const told = JSON.stringify(saved);
  const [followed, setFollowed] = useState(told);
  if (told === followed) return;
  setFollowed(told);
  if (!form.busy) follow();
}

/**
 * A form in which nothing was typed shows what is saved, also when that changes elsewhere meanwhile. For fields that
 * are one thing together, such as the days of a job: they are followed all or none.
 */
export function useFollow<T extends object>(form: RulesForm<T>, saved: T): void {
  useChanged(form, saved, () => {
    if (!form.dirty) form.reset(saved);
  });
}

/** The same for fields that stand each for itself: what was typed into one does not keep the others from following. */
export function useFollowFields<T extends object>(form: RulesForm<T>, saved: T): void {
  useChanged(form, saved, () => {
    if (form.dirty) form.follow(saved);
    else form.reset(saved);
  });
}
