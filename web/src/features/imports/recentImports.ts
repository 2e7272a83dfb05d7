/** The imports of the last day that were made in this browser, which can still be undone. */
import type { CompanyId, ImportId } from '@bindings';
import type { ImportKind } from '@/wasm/importRules';

/** What can be imported: rows of a file, or photos. */
export type ImportStep = ImportKind | 'photos';

/** How long an import can be undone. */
const undoMilliseconds = 24 * 60 * 60 * 1_000;

/** How many are kept at most. */
const most = 20;

export interface RecentImport {
  id: ImportId;
  kind: ImportStep;
  file: string;
  /** How many it created. */
  count: number;
  /** When it was stored. */
  at: string;
  /** What tells the files of an import of photos from others, to go on with it. */
  mark?: string;
}

const nameFor = (company: CompanyId) => `ridgeline.imports.${company}`;

const isRecent = (one: unknown): one is RecentImport =>
  typeof one === 'object' && one !== null && 'id' in one && 'kind' in one && 'file' in one && 'at' in one;

function write(company: CompanyId, imports: readonly RecentImport[]): void {
  try {
    localStorage.setItem(nameFor(company), JSON.stringify(imports.slice(0, most)));
  } catch {
    // Without storage it can be undone only where its result is shown.
  }
}

/** The imports that can still be undone, the newest first. */
export function readImports(company: CompanyId): RecentImport[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameFor(company)) ?? '[]');
    const imports = Array.isArray(stored) ? stored.filter(isRecent) : [];
    return imports.filter(({ at }) => Date.now() - Date.parse(at) < undoMilliseconds);
  } catch {
    return [];
  }
}

/** Keeps an import that was stored now. */
export function keepImport(company: CompanyId, stored: Omit<RecentImport, 'at'>): void {
  const others = readImports(company).filter(({ id }) => id !== stored.id);
  write(company, [{ ...stored, at: new Date().toISOString() }, ...others]);
}

/** Forgets an import that was undone, or can no longer be. */
export const forgetImport = (company: CompanyId, undone: ImportId): void =>
  write(
    company,
    readImports(company).filter(({ id }) => id !== undone),
  );
