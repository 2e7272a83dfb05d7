/** The resources of every screen but the first list, each loaded once. */
import { isFirstListPending } from '@/wasm/firstListPaint';
import { loadRules } from '@/wasm/rules';

import { loadDeferredParts } from './deferred';

/** The rules, how the whole component library looks, and the parts that a first list has not. */
export async function loadAppResources(): Promise<void> {
  await Promise.all([
    loadRules(),
    import('@/ui/theme/deferredStyles'),
    // Nothing of them works without the rules, and on a slow line each would hold up the other.
    isFirstListPending() ? loadRules().then(loadDeferredParts) : loadDeferredParts(),
  ]);
}
