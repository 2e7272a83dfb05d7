import { startTransition, useEffect, useState } from 'react';

import { areRulesLoaded, onRulesLoaded } from './rules';

/**
 * True once the rules have loaded. Only the first list is rendered before: it shows what needs no rules at once, and
 * adds the rest when they have loaded. That update is rendered in small steps, because the user may be scrolling by
 * then.
 */
export function useRules(): boolean {
  const [here, setHere] = useState(areRulesLoaded);
  useEffect(() => {
    const note = () => startTransition(() => setHere(true));
    if (here) return undefined;
    if (areRulesLoaded()) note();
    return onRulesLoaded(note);
  }, [here]);
  return here;
}
