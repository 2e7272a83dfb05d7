/** Uploads a file for import, and cancels the upload. The result shown is always the server's. */
import type {
  FieldError,
  ImportFigures,
  ImportId,
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
import { useSession } from '@/queries/accounts/session';
import { withRequestKey } from '@/queries/mutations/requestKeys';

import type { PresetChoice } from './importFile';
import type { ImportConfig } from './importKinds';
import { keepImport } from './recentImports';

const failureNotice: Notice = 'importFailed';

/** The error messages: the server's where it refused the file. */
export function reasons(failure: ApiFailure): string[] {
  if (!failure.explained) return [notice(failureNotice)];
  const fields = failure.fields.map(({ message }: FieldError) => message);
  return fields.length > 0 ? fields : [failure.message];
}

/** The result of an import; with details of each row only if the response arrived, not if it was canceled too late. */
export type ImportSummary = ImportFigures & Partial<Pick<ImportOutcome, 'rows'>>;

/** The form with the file, its mapping and its program. */
export function importForm(of: ImportConfig, { file, mapping, preset }: ImportSource): FormData {
  const form = new FormData();
  form.append('file', file);
  form.append('mapping', JSON.stringify(mapping));
  if (of.isExported) form.append('preset', preset);
  return form;
}

/** What is imported. */
export interface ImportSource {
  file: File;
  mapping: ImportMapping;
  preset: PresetChoice;
}

export type UploadState =
  | { state: 'idle'; failures: readonly string[] }
  | { state: 'sending'; share: number }
  | { state: 'stopping' }
  /** Nothing is stored, and nothing will be. */
  | { state: 'stopped' }
  /** The server could not be reached for the result. */
  | { state: 'unsure'; why: string }
  | { state: 'stored'; id: ImportId; answer: ImportSummary; late: boolean };

/** Uploads the file with its mapping, and returns the progress and the result. */
export function useUpload(of: ImportConfig, source: ImportSource) {
  const queries = useQueryClient();
  const { company } = useSession();
  const [sending, setSending] = useState<UploadState>({ state: 'idle', failures: [] });
  const inProgress = useRef<{ id: string; request: AbortController | null } | null>(null);
  useEffect(() => () => inProgress.current?.request?.abort(), []);

  const stored = (id: ImportId, answer: ImportSummary, late: boolean) => {
    setSending({ state: 'stored', id, answer, late });
    if (answer.created + (answer.changed ?? 0) > 0)
      keepImport(company.id, { id, kind: of.kind, file: source.file.name, count: answer.created });
    void queries.invalidateQueries({ queryKey: of.changes });
  };

  const send = async () => {
    const request = new AbortController();
    const own: { id: string; request: AbortController | null } = { id: '', request };
    inProgress.current = own;
    const form = importForm(of, source);
    const { file, mapping, preset } = source;
    setSending({ state: 'sending', share: 0 });
    const { signal } = request;
    const name = JSON.stringify([of.call, file.name, file.size, file.lastModified, mapping, preset]);
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
      stored(answer.importId ?? own.id, answer, false);
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
      else stored(inProgress.current.id, stopped.stored, true);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setSending({ state: 'unsure', why: failure.message });
    }
  };

  return { sending, send, stop };
}
