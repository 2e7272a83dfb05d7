/** Sends the photos of an import, a few at a time, and says how far it is. */
import type { CompanyId, ImportId } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '@/api/client';
import { newIdempotencyKey } from '@/api/idempotency';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { jobKeys } from '@/queries/jobs/jobs';

import { keepImport, readImports } from '../recentImports';
import { type PhotoTask, sendPhoto } from './sendPhoto';
import type { ChosenName } from './usePhotoFiles';
import { useStayWhileSending } from './useStayWhileSending';

/** How many are sent at once: one is on the way while the server stores another. */
const atOnce = 2;

export interface FailedPhoto {
  task: PhotoTask;
  reason: string;
}

export interface PhotoProgress {
  state: 'idle' | 'sending' | 'ended';
  /** How many there are to send, and how many are stored. */
  total: number;
  stored: number;
  failed: readonly FailedPhoto[];
  /** It waits for the network. */
  waiting: boolean;
  /** What was not sent, because the user stopped it. */
  rest: readonly PhotoTask[];
}

const idle: PhotoProgress = {
  state: 'idle',
  total: 0,
  stored: 0,
  failed: [],
  waiting: false,
  rest: [],
};

/** The import of these files that can still be undone and goes on, else a new one. */
function importOf(company: CompanyId, files: ChosenName): ImportId {
  const earlier = readImports(company).find(({ kind, mark }) => kind === 'photos' && mark === files.mark);
  return earlier?.id ?? newIdempotencyKey();
}

export function usePhotoImport(files: ChosenName) {
  const queries = useQueryClient();
  const { company } = useSession();
  const [progress, setProgress] = useState(idle);
  /** The id by which all of it is undone, also what is tried again. */
  const [importId] = useState(() => importOf(company.id, files));
  const request = useRef<AbortController | null>(null);
  const stored = useRef(0);
  useEffect(() => () => request.current?.abort(), []);
  useStayWhileSending(progress.state === 'sending');

  const send = async (tasks: readonly PhotoTask[]): Promise<void> => {
    const own = new AbortController();
    request.current = own;
    const { signal } = own;
    const later = progress.rest.filter((task) => !tasks.includes(task));
    const failed = progress.failed.filter(({ task }) => !tasks.includes(task));
    const total = stored.current + failed.length + tasks.length;
    setProgress({ ...idle, state: 'sending', total, stored: stored.current, failed, rest: later });
    const waiting = tasks.toReversed();
    const unsent: PhotoTask[] = [];
    const sendOne = async (task: PhotoTask): Promise<void> => {
      try {
        const onWaiting = (isWaiting: boolean) => setProgress((now) => ({ ...now, waiting: isWaiting }));
        await sendPhoto(task, { importId, signal, onWaiting });
        stored.current += 1;
        // Kept as it grows: whoever closes the page can undo what was sent.
        keepImport(company.id, { ...files, id: importId, kind: 'photos', count: stored.current });
        setProgress((now) => ({ ...now, stored: stored.current }));
      } catch (failure) {
        if (signal.aborted) {
          unsent.push(task);
          return;
        }
        const reason = failure instanceof ApiFailure ? failure.message : m.imports_photoUnreadable();
        setProgress((now) => ({ ...now, failed: [...now.failed, { task, reason }] }));
      }
    };
    const sendInTurn = async (): Promise<void> => {
      for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
        if (signal.aborted) unsent.push(task);
        else await sendOne(task);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sendInTurn));
    setProgress((now) => ({ ...now, state: 'ended', waiting: false, rest: [...unsent, ...later] }));
    void queries.invalidateQueries({ queryKey: jobKeys.root });
    void queries.invalidateQueries({ queryKey: ['jobImages'] });
  };

  return { progress, importId, send, stop: () => request.current?.abort() };
}
