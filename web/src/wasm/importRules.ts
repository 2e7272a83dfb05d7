/**
 * The importer of the rules, a module of its own: it is loaded with the first file that somebody chooses, and by nobody
 * else. The only file that imports it.
 */
import load, { initSync } from '@rules/import';

export * from '@rules/import';

const address = new URL('../../domain/import_sheet_bg.wasm', import.meta.url);

let loading: Promise<unknown> | null = null;

/** Fetches and starts the importer once. */
export async function loadImportRules(): Promise<void> {
  loading ??= load({ module_or_path: address });
  try {
    await loading;
  } catch (failure) {
    // The next file may try again.
    loading = null;
    throw failure;
  }
}

/** For tests: starts the importer from bytes. */
export function startImportRules(module: BufferSource): void {
  initSync({ module });
  loading = Promise.resolve();
}
