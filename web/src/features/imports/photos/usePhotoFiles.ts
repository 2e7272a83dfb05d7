/** The chosen ZIP or photos: read as far as their list, or refused with the reason. */
import { useCallback, useRef, useState } from 'react';
import { m } from '@/i18n';
import { loadImportRules } from '@/wasm/importRules';
import { limits } from '@/wasm/rules';

import { filesOf, type PhotoFile, TooManyFiles, UnreadableZip } from './photoFiles';

/** The name of the chosen files, and what tells them from others. */
export interface ChosenName {
  file: string;
  mark: string;
}

export type ChosenPhotos = { turn: number } & (
  | { state: 'reading' }
  | { state: 'refused'; reason: string }
  | { state: 'open'; name: ChosenName; files: readonly PhotoFile[] }
);

function reasonOf(failure: unknown): string {
  if (failure instanceof UnreadableZip) return m.imports_photosUnreadable({ file: failure.message });
  if (failure instanceof TooManyFiles)
    return m.imports_photosTooMany({ most: limits().importRows.toLocaleString('en-US') });
  return m.imports_photosFailed();
}

/** A ZIP or a single photo by its name, several photos by their number. */
function nameOf(chosen: readonly File[]): ChosenName {
  const [first] = chosen;
  const file =
    chosen.length === 1 && first !== undefined ? first.name : m.imports_photosCount({ count: chosen.length });
  const marks = chosen.map(({ name, size, lastModified }) => `${name}:${size}:${lastModified}`);
  return { file, mark: `${chosen.length} ${marks.slice(0, 3).join(' ')}` };
}

async function open(chosen: readonly File[], turn: number): Promise<ChosenPhotos> {
  try {
    const [files] = await Promise.all([filesOf(chosen), loadImportRules()]);
    return { turn, state: 'open', name: nameOf(chosen), files };
  } catch (failure) {
    return { turn, state: 'refused', reason: reasonOf(failure) };
  }
}

export function usePhotoFiles() {
  const [chosen, setChosen] = useState<ChosenPhotos | null>(null);
  const turn = useRef(0);
  const choose = useCallback((files: readonly File[]) => {
    if (files.length === 0) return;
    turn.current += 1;
    const own = turn.current;
    setChosen({ turn: own, state: 'reading' });
    void open(files, own).then((opened) => {
      if (own === turn.current) setChosen(opened);
    });
  }, []);
  const forget = useCallback(() => {
    turn.current += 1;
    setChosen(null);
  }, []);
  return { chosen, choose, forget };
}
