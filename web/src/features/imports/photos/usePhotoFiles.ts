/** The chosen ZIP or photos: read as far as their list, or refused with the reason. */
import { useCallback, useRef, useState } from 'react';
import { m } from '@/i18n';
import { loadImportRules } from '@/wasm/importRules';

import { filesOf, type PhotoFile, UnreadableZip } from './photoFiles';

export type ChosenPhotos = { turn: number } & (
  | { state: 'reading' }
  | { state: 'refused'; reason: string }
  | { state: 'open'; name: string; files: readonly PhotoFile[] }
);

async function open(chosen: readonly File[], turn: number): Promise<ChosenPhotos> {
  try {
    const [files] = await Promise.all([filesOf(chosen), loadImportRules()]);
    return { turn, state: 'open', name: chosen[0]?.name ?? '', files };
  } catch (failure) {
    const reason =
      failure instanceof UnreadableZip
        ? m.imports_photosUnreadable({ file: failure.message })
        : m.imports_photosFailed();
    return { turn, state: 'refused', reason };
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
