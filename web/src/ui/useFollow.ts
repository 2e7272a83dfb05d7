import { useState } from 'react';

import type { RulesForm } from './useRulesForm';

/** A form in which nothing was typed shows what is saved, also when that changes elsewhere meanwhile. */
export function useFollow<T extends object>(form: RulesForm<T>, saved: T): void {
  const told = JSON.stringify(saved);
  const [followed, setFollowed] = useState(told);
  if (told === followed) return;
  setFollowed(told);
  if (!form.dirty && !form.busy) form.reset(saved);
}
