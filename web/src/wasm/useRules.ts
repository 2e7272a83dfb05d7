import { startTransition, useEffect, useState } from 'react';

import { areRulesHere, onRules } from './rules';

/**
 * Can the rules be asked yet? Only the first list is drawn before: what it says by itself stands there, and what only
 * the rules know follows when they come. That is drawn in small pieces, because somebody may be scrolling by then.
 */
export function useRules(): boolean {
  const [here, setHere] = useState(areRulesHere);
  useEffect(() => {
    const note = () => startTransition(() => setHere(true));
    if (here) return undefined;
    if (areRulesHere()) note();
    return onRules(note);
  }, [here]);
  return here;
}
