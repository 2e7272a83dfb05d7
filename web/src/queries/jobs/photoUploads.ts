/** The photos of a job that the user has chosen and the server has not stored yet. */
import type { JobId } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '@/queries/accounts/session';
import { newFiles, useFileDrafts } from '@/queries/offline/fileDrafts';
import { type EntryOf, type FileTask, isUploading, outbox, useQueued } from '@/queries/offline/outbox';
import * as results from '@/queries/offline/outboxResults';
import { discard } from '@/queries/offline/outboxSender';
import { fileRefusal } from '@/queries/offline/outboxValidation';
import { firstId } from '@/queries/offline/temporaryIds';
import { retryUploads, uploadFiles } from '@/queries/offline/uploadQueue';

/** A photo that is being uploaded, or was refused. */
export interface ChosenPhoto {
  /** The key of its upload; keys sort in the order in which photos were chosen. */
  readonly key: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** Why it failed, ready to be shown. */
  readonly reason: string | null;
  /** Sending it again may help. */
  readonly again: boolean;
}

type PhotoEntry = EntryOf<'photo'>;

const isChosen = (entry: PhotoEntry): boolean => isUploading(entry) || entry.state === 'refused';

const chosenPhoto = ({ id, file, state, reason, again }: PhotoEntry): ChosenPhoto => ({
  key: id,
  file,
  state: state === 'waiting' || state === 'sending' ? state : 'failed',
  reason,
  again,
});

/**
 * The chosen photos and those that are queued without a network, each in the order they were chosen. `add` and `retry`
 * resolve when this tab is done with the photos, with the reasons of those that were refused.
 */
export function usePhotoUploads(jobId: JobId) {
  const queries = useQueryClient();
  const { user, language } = useSession();
  const { drafts, add, remove } = useFileDrafts(`${user.id} ${firstId(jobId)}`);
  const all = useQueued('photo');
  const { photos, waiting } = useMemo(() => {
    const entries = all.filter((entry) => entry.jobId === jobId);
    const refused = drafts.map(({ id: key, file, reason }) => ({ key, file, reason, again: false }));
    const chosen: ChosenPhoto[] = [
      ...refused.map((photo) => ({ ...photo, state: 'failed' as const })),
      ...entries.filter(isChosen).map(chosenPhoto),
    ];
    return {
      photos: chosen.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
      waiting: entries.filter((entry) => !isChosen(entry)),
    };
  }, [all, drafts, jobId]);

  const actions = useMemo(
    () => ({
      add: async (files: readonly File[]): Promise<string[]> => {
        const refusals: string[] = [];
        const tasks: FileTask[] = [];
        for (const file of newFiles(files, [...photos, ...waiting])) {
          const reason = fileRefusal('photo', file, language);
          if (reason === null) tasks.push({ kind: 'photo', jobId, file });
          else {
            refusals.push(reason);
            add(file, reason);
          }
        }
        return [...refusals, ...(await uploadFiles(queries, tasks, results))];
      },
      retry: retryUploads,
      /** Also aborts one that is being uploaded. */
      drop: (key: string): void => {
        const entry = outbox.find(key);
        if (entry === undefined) remove([key]);
        else void discard([entry]);
      },
    }),
    [photos, waiting, add, remove, language, queries, jobId],
  );
  return { photos, waiting, ...actions };
}
