import { useSyncExternalStore } from 'react';

import { areRulesHere, onRules } from './rules';

/**
 * Can the rules be asked yet? Only the first list is drawn before: what it says by itself stands there, and what only
 * the rules know follows when they come.
 */
export const useRules = (): boolean => useSyncExternalStore(onRules, areRulesHere);
