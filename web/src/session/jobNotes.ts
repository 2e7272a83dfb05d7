/**
 * What people write about a job. The cache keeps what the server said under `['jobNotes', jobId]`; what is on its way
 * is laid over it while it is read, so that a note that is refused takes only itself back.
 */
import type { JobId, Note, NoteId } from '@bindings';
import {
  type MutationOptions,
  type QueryClient,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';

import { type Sent, send } from './jobChange';
import { idOnItsWay } from './onItsWay';
import { useSession } from './session';
import { watched } from './watched';

export const notesKey = (jobId: JobId) => ['jobNotes', jobId] as const;
const changesOf = (jobId: JobId) => ['jobNotes', 'change', jobId] as const;

/** Is somebody's note of this tab on its way? */
export const changesNotes = (queries: QueryClient, jobId: JobId): boolean =>
  queries.isMutating({ mutationKey: changesOf(jobId) }) > 0;

type NoteChange = { add: Note } | { remove: NoteId };

const changed = (notes: readonly Note[], change: NoteChange): Note[] =>
  'add' in change
    ? [...notes.filter(({ id }) => id !== change.add.id), change.add]
    : notes.filter(({ id }) => id !== change.remove);

/** The notes of a job, the newest first; undefined until there is an answer. */
export function useJobNotes(jobId: JobId) {
  const { data, isError, error, refetch } = useQuery({
    queryKey: notesKey(jobId),
    queryFn: async () =>
      (await call<{ notes: Note[] }>('GET', `/api/jobs/fetchNotes/${encodeURIComponent(jobId)}`)).notes,
    ...watched,
  });
  const onTheirWay = useMutationState({
    filters: { mutationKey: changesOf(jobId), status: 'pending' },
    select: ({ state }) => state.variables as NoteChange,
  });
  const notes = useMemo(() => data && onTheirWay.reduce(changed, data).toReversed(), [data, onTheirWay]);
  return { notes, isError, error, refetch };
}

function run<T>(
  queries: QueryClient,
  jobId: JobId,
  change: NoteChange,
  sent: Sent,
  taken: (answer: T) => NoteChange,
): Promise<T> {
  const options: MutationOptions<T, Error, NoteChange> = {
    mutationKey: changesOf(jobId),
    mutationFn: () => send<T>(sent),
    scope: { id: `notes-${jobId}` },
    networkMode: 'always',
    onSuccess: (answer) => {
      // A list that was asked for before the change would take it back when it comes after it.
      if (queries.getQueryData(notesKey(jobId)) !== undefined)
        void queries.cancelQueries({ queryKey: notesKey(jobId) });
      queries.setQueryData<Note[]>(notesKey(jobId), (notes) => notes && changed(notes, taken(answer)));
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: notesKey(jobId) }),
  };
  return queries.getMutationCache().build(queries, options).execute(change);
}

/** Adding and deleting notes. Each shows at once and rejects with an `ApiFailure` when refused. */
export function useNoteChanges(jobId: JobId) {
  const queries = useQueryClient();
  const { user } = useSession();
  const { id: authorId, firstName, lastName } = user;
  return useMemo(
    () => ({
      add: async (content: string): Promise<void> => {
        const note: Note = {
          id: idOnItsWay(),
          content: content.trim(),
          jobId,
          authorId,
          firstName,
          lastName,
          dateInserted: new Date().toISOString(),
        };
        const body = { authorId, jobId, content };
        await run<{ id: NoteId }>(
          queries,
          jobId,
          { add: note },
          { path: 'addNote', body, broken: 'noteAddFailed' },
          ({ id }) => ({ add: { ...note, id } }),
        );
      },

      remove: async (noteId: NoteId): Promise<void> => {
        const change = { remove: noteId };
        const sent: Sent = { path: 'notes/delete', body: { noteId }, broken: 'noteDeleteFailed' };
        await run(queries, jobId, change, sent, () => change);
      },
    }),
    [queries, jobId, authorId, firstName, lastName],
  );
}
