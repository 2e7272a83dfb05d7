/** Sending a file to be stored, and stopping that: what is said of it is what the server did. */
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

import type { Importing } from './importKinds';

const broken: Notice = 'importFailed';

/** What went wrong, in the words of the server where it refused. */
function reasons(failure: ApiFailure): string[] {
  if (!failure.explained) return [notice(broken)];
  const fields = failure.fields.map(({ message }: FieldError) => message);
  return fields.length > 0 ? fields : [failure.message];
}

/** A name for one sending, 128 bits of chance: pages without a certificate have no `randomUUID`. */
const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** What was stored; each row only where the answer came, not where it was stopped too late to be heard. */
export type Stored = ImportFigures & Partial<Pick<ImportOutcome, 'rows'>>;

export type Sending =
  | { state: 'idle'; failures: readonly string[] }
  | { state: 'sending'; share: number }
  | { state: 'stopping' }
  /** Nothing is stored, and nothing will be. */
  | { state: 'stopped' }
  /** The server could not be asked. */
  | { state: 'unsure'; why: string }
  | { state: 'stored'; answer: Stored; late: boolean };

/** Sends the file with its mapping, tells how far it is, and keeps the answer. */
export function useSending(of: Importing, file: File, mapping: ImportMapping) {
  const queries = useQueryClient();
  const [sending, setSending] = useState<Sending>({ state: 'idle', failures: [] });
  const underWay = useRef<{ id: string; line: AbortController | null } | null>(null);
  useEffect(() => () => underWay.current?.line?.abort(), []);

  const stored = (answer: Stored, late: boolean) => {
    setSending({ state: 'stored', answer, late });
    void queries.invalidateQueries({ queryKey: of.changes });
  };

  const send = async () => {
    const line = new AbortController();
    const own: typeof underWay.current = { id: freshId(), line };
    underWay.current = own;
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
      // What came of a stopped one is asked by whoever stopped it.
      if (signal.aborted) return;
      if (!(failure instanceof ApiFailure)) throw failure;
      setSending({ state: 'idle', failures: reasons(failure) });
    } finally {
      own.line = null;
    }
  };

  /** Hangs up, so that a server in the middle gives up at once, and asks which of the two came first. */
  const stop = async () => {
    if (underWay.current === null) return;
    underWay.current.line?.abort();
    setSending({ state: 'stopping' });
    try {
      const told = await call<ImportStopped>('POST', `/api/imports/stop/${underWay.current.id}`);
      if (told.stored === null) setSending({ state: 'stopped' });
      else stored(told.stored, true);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setSending({ state: 'unsure', why: failure.message });
    }
  };

  return { sending, send, stop };
}
