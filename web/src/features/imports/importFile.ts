/** The file chosen for import: read in WASM, or refused with an error message. */
import type { ImportPreset, Language } from '@bindings';
import { useCallback, useEffect, useRef, useState } from 'react';
import { saveFile } from '@/ui/files/saveFile';
import { type ImportKind, ImportSheet, loadImportRules } from '@/wasm/importRules';
import { limits, sentence } from '@/wasm/rules';

const megabytes = (bytes: number) => Math.ceil(bytes / 1_048_576);

/** The program that exported a file as the user says; without it that is found by the headings. */
export type PresetChoice = ImportPreset | 'none';

interface Chosen {
  /** A new number for every file, so that no state of the previous one remains. */
  turn: number;
  file: File;
}

export type ChosenFile =
  | (Chosen & { state: 'reading' })
  | (Chosen & { state: 'refused'; sentence: Record<Language, string> })
  | (Chosen & { state: 'open'; sheet: ImportSheet });

const inBoth = (say: (language: Language) => string): Record<Language, string> => ({
  english: say('english'),
  spanish: say('spanish'),
});

/** The bytes of a file, or why they are not read. A file over the limit is never loaded. */
async function load(file: File): Promise<Uint8Array | Record<Language, string>> {
  const { importBytes } = limits();
  const gaps = { size: megabytes(file.size), max: megabytes(importBytes) };
  if (file.size > importBytes) return inBoth((language) => sentence('importTooLarge', language, gaps));
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return inBoth((language) => sentence('importFailed', language));
  }
}

async function open(chosen: Chosen, kind: ImportKind, preset?: PresetChoice): Promise<ChosenFile> {
  const bytes = await load(chosen.file);
  if (!(bytes instanceof Uint8Array)) return { ...chosen, state: 'refused', sentence: bytes };
  // Lets the page render 'reading' before the reading blocks it.
  await new Promise((resolve) => setTimeout(resolve));
  try {
    await loadImportRules();
  } catch {
    return {
      ...chosen,
      state: 'refused',
      sentence: inBoth((language) => sentence('importFailed', language)),
    };
  }
  const sheet = ImportSheet.read(bytes, 'english', kind, preset);
  if (typeof sheet !== 'string') return { ...chosen, state: 'open', sheet };
  const spanish = ImportSheet.read(bytes, 'spanish', kind);
  const both = { english: sheet, spanish: typeof spanish === 'string' ? spanish : sheet };
  return { ...chosen, state: 'refused', sentence: both };
}

export function useImportFile(kind: ImportKind) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const turn = useRef(0);

  const choose = useCallback(
    async (file: File, preset?: PresetChoice) => {
      turn.current += 1;
      const next = { turn: turn.current, file };
      setChosen({ ...next, state: 'reading' });
      const opened = await open(next, kind, preset);
      if (opened.turn === turn.current) setChosen(opened);
      else if (opened.state === 'open') opened.sheet.free();
    },
    [kind],
  );

  const forget = useCallback(() => {
    turn.current += 1;
    setChosen(null);
  }, []);

  const sheet = chosen?.state === 'open' ? chosen.sheet : null;
  useEffect(() => () => sheet?.free(), [sheet]);

  return { chosen, choose, forget };
}

/** The limits of one import, for the text under the drop zone. */
export function importLimits(): { rows: string; megabytes: number } {
  const { importBytes, importRows } = limits();
  return { rows: importRows.toLocaleString('en-US'), megabytes: megabytes(importBytes) };
}

/** Saves a text as a file. */
export const download = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
