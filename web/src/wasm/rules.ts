/**
 * The rules of the trade, compiled from `domain/`. The only file that touches the WASM package, so everything
 * that a screen asks of the domain can be read here.
 */
import load, { initSync } from '@rules';

export * from '@rules';

const address = new URL('../../domain/domain_wasm_bg.wasm', import.meta.url);

let loading: Promise<unknown> | null = null;

/** Fetches and starts the rules once. Public pages do it after their first paint, `/app` before it draws. */
export async function loadRules(): Promise<void> {
  loading ??= load({ module_or_path: address });
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
  loading = Promise.resolve();
}
