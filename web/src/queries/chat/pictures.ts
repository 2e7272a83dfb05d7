/**
 * The pictures of a room that are not stored yet: chosen ones, and those that are being sent. Each is sent in a
 * separate call, one after the other.
 */
import type { ChatRoomId, TaggedPerson } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '@/queries/accounts/session';
import { type FileDraft, newFiles, useFileDrafts } from '@/queries/offline/fileDrafts';
import { type EntryOf, isUploading, outbox, useQueued } from '@/queries/offline/outbox';
import * as results from '@/queries/offline/outboxResults';
import { discard } from '@/queries/offline/outboxSender';
import { fileRefusal } from '@/queries/offline/outboxValidation';
import { retryUploads, uploadFiles } from '@/queries/offline/uploadQueue';
import { afterPendingTexts } from './sending';

export interface DraftPicture {
  /** The id that the server knows it by, too. */
  readonly tempId: string;
  /** The id of its upload. */
  readonly uploadId: string;
  readonly file: File;
  readonly state: 'chosen' | 'pending' | 'failed';
  /** Why it failed, ready to be shown. */
  readonly reason: string | null;
  /** Sending it again may help. */
  readonly again: boolean;
}

type PictureEntry = EntryOf<'picture'>;

const chosenPicture = ({ id, file, reason }: FileDraft): DraftPicture => ({
  tempId: id,
  uploadId: id,
  file,
  state: reason === null ? 'chosen' : 'failed',
  reason,
  again: false,
});

const sentPicture = (entry: PictureEntry): DraftPicture => ({
  tempId: entry.tempId,
  uploadId: entry.id,
  file: entry.file,
  state: isUploading(entry) ? 'pending' : 'failed',
  reason: entry.reason,
  again: entry.again,
});

/** True if it is queued: then it shows in the message list, else with the message being written. */
export const isInLog = (entry: PictureEntry): boolean => !isUploading(entry) && entry.state !== 'refused';

/** The pictures that the user has chosen for a room and that are not stored yet, in the order they were chosen. */
export function useDraftPictures(roomId: ChatRoomId) {
  const queries = useQueryClient();
  const { user, language } = useSession();
  const { drafts, add, remove } = useFileDrafts(`${user.id} ${roomId}`);
  const all = useQueued('picture');
  const entries = useMemo(() => all.filter((entry) => entry.roomId === roomId), [all, roomId]);
  const pictures = useMemo(() => {
    const sent = entries.filter((entry) => !isInLog(entry)).map(sentPicture);
    return [...sent, ...drafts.map(chosenPicture)].toSorted((a, b) => (a.tempId < b.tempId ? -1 : 1));
  }, [entries, drafts]);

  const actions = useMemo(
    () => ({
      add: (files: readonly File[]): void => {
        for (const file of newFiles(files, [...drafts, ...entries]))
          add(file, fileRefusal('picture', file, language));
      },
      /** Sends the chosen pictures. The first one has the tags. */
      send: (tags: readonly TaggedPerson[]): void => {
        const chosen = drafts.filter(({ reason }) => reason === null);
        const tasks = chosen.map(({ id, file }, at) => {
          return { kind: 'picture', roomId, tempId: id, tags: at === 0 ? tags : [], file } as const;
        });
        void uploadFiles(queries, tasks, results, afterPendingTexts(queries, roomId));
        remove(chosen.map(({ id }) => id));
      },
      retry: (tempId: string): void => {
        const entry = entries.find((each) => each.tempId === tempId);
        if (entry !== undefined) void retryUploads([entry.id]);
      },
      /** Also aborts one that is being sent. */
      drop: (tempId: string): void => {
        const entry = entries.find((each) => each.tempId === tempId);
        if (entry === undefined) remove([tempId]);
        else void discard([outbox.find(entry.id) ?? entry]);
      },
    }),
    [drafts, entries, add, remove, language, queries, roomId],
  );
  return { pictures, ...actions };
}
