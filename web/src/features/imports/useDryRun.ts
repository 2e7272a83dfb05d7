/** Compares a file with what is stored, without storing anything. */
import type { ImportFigures, ImportOutcome } from '@bindings';
import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { upload } from '@/api/upload';
import type { ImportConfig } from './importKinds';
import { type ImportSource, importForm, reasons } from './useUpload';

export type DryRun =
  | { state: 'idle' }
  | { state: 'sending' }
  | { state: 'done'; figures: ImportFigures }
  | { state: 'failed'; failures: readonly string[] };

/** The result is that of one mapping: with another one it is idle again. */
export function useDryRun(of: ImportConfig, source: ImportSource) {
  const mapping = JSON.stringify(source.mapping);
  const [run, setRun] = useState<{ mapping: string; result: DryRun }>({ mapping, result: { state: 'idle' } });
  const attempt = async () => {
    setRun({ mapping, result: { state: 'sending' } });
    const form = importForm(of, source);
    form.append('dryRun', 'true');
    try {
      const figures = await upload<ImportOutcome>(of.call, form);
      setRun({ mapping, result: { state: 'done', figures } });
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setRun({ mapping, result: { state: 'failed', failures: reasons(failure) } });
    }
  };
  const tried: DryRun = run.mapping === mapping ? run.result : { state: 'idle' };
  return { tried, attempt };
}
