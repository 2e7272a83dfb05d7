/** Uploads a file for import, and cancels the upload. The result shown is always the server's. */
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
import { ApiFailure, call } from '@/api/client';
import { upload } from '@/api/upload';
import { notice } from '@/i18n';
import { withRequestKey } from '@/queries/mutations/requestKeys';

import type { ImportConfig } from './importKinds';

const failureNotice: Notice = 'importFailed';

/** The error messages: the server's where it refused the file. */
function reasons(failure: ApiFailure): string[] {
  if (!failure.explained) return [notice(failureNotice)];
  const fields = failure.fields.map(({ message }: FieldError) => message);
  return fields.length > 0 ? fields : [failure.message];
}

/** The result of an import; with details of each row only if the response arrived, not if it was canceled too late. */
export type ImportSummary = ImportFigures & Partial<Pick<ImportOutcome, 'rows'>>;

export type UploadState =
  | { state: 'idle'; failures: readonly string[] }
  | { state: 'sending'; share: number }
  | { state: 'stopping' }
  /** Nothing is stored, and nothing will be. */
  | { state: 'stopped' }
  /** The server could not be reached for the result. */
  | { state: 'unsure'; why: string }
  | { state: 'stored'; answer: ImportSummary; late: boolean };

/** Uploads the file with its mapping, and returns the progress and the result. */
export function useUpload(of: ImportConfig, file: File, mapping: ImportMapping) {
  const queries = useQueryClient();
  const [sending, setSending] = useState<UploadState>({ state: 'idle', failures: [] });
  const inProgress = useRef<{ id: string; request: AbortController | null } | null>(null);
  useEffect(() => () => inProgress.current?.request?.abort(), []);

  const stored = (answer: ImportSummary, late: boolean) => {
    setSending({ state: 'stored', answer, late });
    void queries.invalidateQueries({ queryKey: of.changes });
  };

  const send = async () => {
    const request = new AbortController();
    const own: { id: string; request: AbortController | null } = { id: '', request };
    inProgress.current = own;
    const form = new FormData();
    form.append('file', file);
    form.append('mapping', JSON.stringify(mapping));
    setSending({ state: 'sending', share: 0 });
    const { signal } = request;
    const name = JSON.stringify([of.call, file.name, file.size, file.lastModified, mapping]);
    try {
      const answer = await withRequestKey(name, (key) => {
        // The id by which it can be stopped.
        own.id = key;
        form.set('importId', key);
        return upload<ImportOutcome>(of.call, form, {
          onProgress: (share) => setSending((now) => (now.state === 'sending' ? { ...now, share } : now)),
          signal,
          key,
        });
      });
      stored(answer, false);
    } catch (failure) {
      // The result of a canceled upload is handled by `stop`.
      if (signal.aborted) return;
      if (!(failure instanceof ApiFailure)) throw failure;
      setSending({ state: 'idle', failures: reasons(failure) });
    } finally {
      own.request = null;
    }
  };

  /** Aborts the request, so that the server rolls back at once, and fetches whether it had stored the rows already. */
  const stop = async () => {
    if (inProgress.current === null) return;
    inProgress.current.request?.abort();
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
