/** What every screen but the first list stands on, all of it fetched once. */
import { isListAwaited } from '@/wasm/firstList';
import { loadRules } from '@/wasm/rules';

import { partsBehind } from './behind';

/** The rules, how the whole component library looks, and the parts that a first list has not. */
export async function everything(): Promise<void> {
  await Promise.all([
    loadRules(),
    import('./looks'),
    // Nothing of them works without the rules, and on a slow line each would hold up the other.
    isListAwaited() ? loadRules().then(partsBehind) : partsBehind(),
  ]);
}
