/** Uploads a file to be imported, and cancels that. The result that is shown is what the server did. */
import type {
  FieldError,
  ImportFigures,
  ImportMapping,
  ImportOutcome,
  ImportStopped,
  Notice,
} from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure, call, upload } from '@/api/client';
import { notice } from '@/i18n';

import type { ImportConfig } from './importKinds';

const failureNotice: Notice = 'importFailed';

/** What went wrong, in the words of the server where it refused. */
function reasons(failure: ApiFailure): string[] {
  if (!failure.explained) return [notice(failureNotice)];
  const fields = failure.fields.map(({ message }: FieldError) => message);
  return fields.length > 0 ? fields : [failure.message];
}

/** A name for one sending, 128 bits of chance: pages without a certificate have no `randomUUID`. */
const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** The result of an import; details of each row only if the response arrived, not if it was canceled too late. */
export type ImportSummary = ImportFigures & Partial<Pick<ImportOutcome, 'rows'>>;

export type UploadState =
  | { state: 'idle'; failures: readonly string[] }
  | { state: 'sending'; share: number }
  | { state: 'stopping' }
  /** Nothing is stored, and nothing will be. */
  | { state: 'stopped' }
  /** The server could not be asked for the result. */
  | { state: 'unsure'; why: string }
  | { state: 'stored'; answer: ImportSummary; late: boolean };

/** Uploads the file with its mapping, reports the progress, and keeps the result. */
export function useUpload(of: ImportConfig, file: File, mapping: ImportMapping) {
  const queries = useQueryClient();
  const [sending, setSending] = useState<UploadState>({ state: 'idle', failures: [] });
  const inProgress = useRef<{ id: string; line: AbortController | null } | null>(null);
  useEffect(() => () => inProgress.current?.line?.abort(), []);

  const stored = (answer: ImportSummary, late: boolean) => {
    setSending({ state: 'stored', answer, late });
    void queries.invalidateQueries({ queryKey: of.changes });
  };

  const send = async () => {
    const line = new AbortController();
    const own: typeof inProgress.current = { id: freshId(), line };
    inProgress.current = own;
    const form = new FormData();
    form.append('file', file);
    form.append('mapping', JSON.stringify(mapping));
    form.append('importId', own.id);
    setSending({ state: 'sending', share: 0 });
    const { signal } = line;
    try {
      const answer = await upload<ImportOutcome>(of.call, form, {
        onProgress: (share) => setSending((now) => (now.state === 'sending' ? { ...now, share } : now)),
        signal,
      });
      stored(answer, false);
    } catch (failure) {
      // The result of a canceled upload is handled by `stop`.
      if (signal.aborted) return;
      if (!(failure instanceof ApiFailure)) throw failure;
      setSending({ state: 'idle', failures: reasons(failure) });
    } finally {
      own.line = null;
    }
  };

  /** Aborts the request, so that the server rolls back at once, and asks the server whether it was faster. */
  const stop = async () => {
    if (inProgress.current === null) return;
    inProgress.current.line?.abort();
    setSending({ state: 'stopping' });
    try {
      const stopped = await call<ImportStopped>('POST', `/api/imports/stop/${inProgress.current.id}`);
      if (stopped.stored === null) setSending({ state: 'stopped' });
      else stored(stopped.stored, true);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setSending({ state: 'unsure', why: failure.message });
    }
  };

  return { sending, send, stop };
}
