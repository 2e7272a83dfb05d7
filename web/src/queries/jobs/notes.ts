/** The notes of a job. The responses are cached under `['jobNotes', jobId]`; changes are optimistic. */
import type { JobId, Note, NoteId, User } from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { newIdempotencyKey } from '@/api/idempotency';
import { profileQuery, useSession } from '@/queries/accounts/session';
import { polling } from '@/queries/live/polling';
import { withOne, without } from '@/queries/mutations/lists';
import { writeData } from '@/queries/mutations/optimistic';
import { changeData, type DataChange, isDataChanging, useReplay } from '@/queries/mutations/optimisticData';
import { queuedId } from '@/queries/mutations/optimisticIds';
import { type EntryOf, type Queued, useQueued } from '@/queries/offline/outbox';
import { sendOrQueue } from '@/queries/offline/sendOrQueue';
import { isTemporaryId } from '@/queries/offline/temporaryIds';

export const notesKey = (jobId: JobId) => ['jobNotes', jobId] as const;

/** Does this tab have a pending change of the notes? */
export const areNotesChanging = (queries: QueryClient, jobId: JobId): boolean =>
  isDataChanging(queries, notesKey(jobId));

/** A note as it shows until it is stored. */
const noteOf = (
  { id: authorId, firstName, lastName }: Pick<User, 'id' | 'firstName' | 'lastName'>,
  { id, jobId, content, doneAt }: Pick<EntryOf<'note'>, 'id' | 'jobId' | 'content' | 'doneAt'>,
): Note => ({
  id,
  content: content.trim(),
  jobId,
  authorId,
  firstName,
  lastName,
  name: null,
  viaLink: false,
  dateInserted: new Date(doneAt).toISOString(),
});

/** The notes of a job, newest first, including queued ones; undefined until there is a response. */
export function useJobNotes(jobId: JobId) {
  const { user } = useSession();
  const waiting = useQueued('note');
  const { data, isError, error, refetch } = useQuery({
    queryKey: notesKey(jobId),
    queryFn: async () =>
      (await call<{ notes: Note[] }>('GET', `/api/jobs/fetchNotes/${encodeURIComponent(jobId)}`)).notes,
    ...polling,
    enabled: !isTemporaryId(jobId),
  });
  const replay = useReplay<Note[]>(notesKey(jobId));
  const notes = useMemo(() => {
    const mine = waiting.filter((entry) => entry.jobId === jobId);
    const shown = mine.map((entry) => noteOf(user, { ...entry, id: queuedId(entry.id) }));
    // A new job that is not stored yet has no others.
    const stored = isTemporaryId(jobId) ? [] : data;
    return stored && replay([...stored, ...shown]).toReversed();
  }, [data, replay, waiting, user, jobId]);
  return { notes, isError, error, refetch };
}

/** A queued note was stored, with this id. */
export function storeQueuedNote(queries: QueryClient, entry: EntryOf<'note'>, id: NoteId): void {
  const queryKey = notesKey(entry.jobId);
  const author = queries.getQueryData(profileQuery.queryKey)?.user;
  if (author !== undefined)
    writeData<Note[]>(queries, queryKey, (notes) => withOne(notes, noteOf(author, { ...entry, id })));
  void queries.invalidateQueries({ queryKey });
}

/** Adding and deleting notes. Each shows at once and rejects with an `ApiFailure` when refused. */
export function useNoteChanges(jobId: JobId) {
  const queries = useQueryClient();
  const { user } = useSession();
  return useMemo(() => {
    const change = <T>(one: Omit<DataChange<Note[], T>, 'lane'>) =>
      changeData(queries, notesKey(jobId), { lane: 'notes', ...one });
    return {
      /** Without a network it is queued, and shown as queued. */
      add: async (content: string): Promise<void> => {
        const key = newIdempotencyKey();
        // The same id while it is sent and while it is queued.
        const note = noteOf(user, { id: queuedId(key), jobId, content, doneAt: Date.now() });
        await change<{ id: NoteId } | Queued>({
          shown: (notes) => withOne(notes, note),
          request: () => sendOrQueue(queries, { kind: 'note', jobId, content }, 'noteAddFailed', { key }),
          stored:
            ({ id }) =>
            (notes) =>
              withOne(notes, { ...note, id }),
        });
      },

      remove: async (noteId: NoteId): Promise<void> => {
        await change({
          shown: (notes) => without(notes, noteId),
          request: { path: 'notes/delete', body: { noteId }, failureNotice: 'noteDeleteFailed' },
        });
      },
    };
  }, [queries, jobId, user]);
}
