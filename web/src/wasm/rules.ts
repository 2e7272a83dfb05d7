/**
 * The rules of the domain, compiled from `domain/`. The only file that imports the WASM package, so every rule that a
 * screen uses is listed here.
 */
import load, { initSync } from '@rules';

import { firstPaint } from './firstPaint';

export * from '@rules';

const address = new URL('../../domain/domain_wasm_bg.wasm', import.meta.url);

let loading: Promise<unknown> | null = null;
let here = false;
const listeners = new Set<() => void>();

function notifyLoaded(): void {
  here = true;
  for (const listener of listeners) listener();
}

export const areRulesLoaded = (): boolean => here;

/** Called when the rules have loaded. */
export function onRulesLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Fetches and starts the rules once, after the first paint. Public pages do not wait for them, and the first list does
 * not; everything else of `/app` does.
 */
export async function loadRules(): Promise<void> {
  loading ??= firstPaint()
    .then(() => load({ module_or_path: address }))
    .then(notifyLoaded);
  try {
    await loading;
  } catch (failure) {
    // The next page may try again.
    loading = null;
    throw failure;
  }
}

/** For tests: starts the rules from bytes. */
export function startRules(module: BufferSource): void {
  initSync({ module });
  notifyLoaded();
  loading = Promise.resolve();
}
