/** The resources of every screen but the first list, each loaded once. */
import { isFirstListPending } from '@/wasm/firstListPaint';
import { loadRules } from '@/wasm/rules';

import { loadDeferredParts } from './deferred';

/** The rules, the styles of the whole component library, and the deferred parts. */
export async function loadAppResources(): Promise<void> {
  await Promise.all([
    loadRules(),
    import('@/ui/theme/deferredStyles'),
    // The deferred parts need the rules, and on a slow connection both would delay each other.
    isFirstListPending() ? loadRules().then(loadDeferredParts) : loadDeferredParts(),
  ]);
}
