/**
 * The notes of a job. The responses are cached under `['jobNotes', jobId]`; pending changes are applied while they
 * are read, so that a refused note reverts only itself.
 */
import type { JobId, Note, NoteId, User } from '@bindings';
import {
  type MutationOptions,
  type QueryClient,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { newIdempotencyKey } from '@/api/idempotency';
import { profileQuery, useSession } from '@/queries/accounts/session';
import { polling } from '@/queries/live/polling';
import { queuedId } from '@/queries/mutations/optimisticIds';
import { sendRequest } from '@/queries/mutations/request';
import { type EntryOf, type Queued, queued, useQueued } from '@/queries/offline/outbox';
import { sendOrQueue } from '@/queries/offline/sendOrQueue';

export const notesKey = (jobId: JobId) => ['jobNotes', jobId] as const;
const changesOf = (jobId: JobId) => ['jobNotes', 'change', jobId] as const;

/** Is a note of this tab pending? */
export const areNotesChanging = (queries: QueryClient, jobId: JobId): boolean =>
  queries.isMutating({ mutationKey: changesOf(jobId) }) > 0;

type NoteChange = { add: Note } | { remove: NoteId };

const changed = (notes: readonly Note[], change: NoteChange): Note[] =>
  'add' in change
    ? [...notes.filter(({ id }) => id !== change.add.id), change.add]
    : notes.filter(({ id }) => id !== change.remove);

/** A note as it shows until the server has it. */
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
  dateInserted: new Date(doneAt).toISOString(),
});

/** The notes of a job, the newest first, with those that wait; undefined until there is an answer. */
export function useJobNotes(jobId: JobId) {
  const { user } = useSession();
  const waiting = useQueued('note');
  const { data, isError, error, refetch } = useQuery({
    queryKey: notesKey(jobId),
    queryFn: async () =>
      (await call<{ notes: Note[] }>('GET', `/api/jobs/fetchNotes/${encodeURIComponent(jobId)}`)).notes,
    ...polling,
  });
  const pending = useMutationState({
    filters: { mutationKey: changesOf(jobId), status: 'pending' },
    select: ({ state }) => state.variables as NoteChange,
  });
  const notes = useMemo(() => {
    const mine = waiting.filter((entry) => entry.jobId === jobId);
    const shown = mine.map((entry) => noteOf(user, { ...entry, id: queuedId(entry.id) }));
    return data && pending.reduce(changed, [...data, ...shown]).toReversed();
  }, [data, pending, waiting, user, jobId]);
  return { notes, isError, error, refetch };
}

function take(queries: QueryClient, jobId: JobId, change: NoteChange): void {
  // Cancels a request that was sent before the change: its response would undo it.
  if (queries.getQueryData(notesKey(jobId)) !== undefined)
    void queries.cancelQueries({ queryKey: notesKey(jobId) });
  queries.setQueryData<Note[]>(notesKey(jobId), (notes) => notes && changed(notes, change));
}

const refresh = (queries: QueryClient, jobId: JobId) =>
  void queries.invalidateQueries({ queryKey: notesKey(jobId) });

/** A note that waited is stored, under this id. */
export function storeQueuedNote(queries: QueryClient, entry: EntryOf<'note'>, id: NoteId): void {
  const author = queries.getQueryData(profileQuery.queryKey)?.user;
  if (author !== undefined) take(queries, entry.jobId, { add: noteOf(author, { ...entry, id }) });
  refresh(queries, entry.jobId);
}

function run<T>(
  queries: QueryClient,
  jobId: JobId,
  change: NoteChange,
  work: () => Promise<T | Queued>,
  taken: (answer: T) => NoteChange,
): Promise<T | Queued> {
  const options: MutationOptions<T | Queued, Error, NoteChange> = {
    mutationKey: changesOf(jobId),
    mutationFn: work,
    scope: { id: `notes-${jobId}` },
    networkMode: 'always',
    onSuccess: (answer) => {
      if (answer !== queued) take(queries, jobId, taken(answer));
    },
    onSettled: (answer) => {
      if (answer !== queued) refresh(queries, jobId);
    },
  };
  return queries.getMutationCache().build(queries, options).execute(change);
}

/** Adding and deleting notes. Each shows at once and rejects with an `ApiFailure` when refused. */
export function useNoteChanges(jobId: JobId) {
  const queries = useQueryClient();
  const { user } = useSession();
  return useMemo(
    () => ({
      /** Without a network it waits, and shows as such. */
      add: async (content: string): Promise<void> => {
        const key = newIdempotencyKey();
        // It is the same one while it is sent and while it waits.
        const note = noteOf(user, { id: queuedId(key), jobId, content, doneAt: Date.now() });
        const store = () =>
          sendOrQueue<{ id: NoteId }>(queries, { kind: 'note', jobId, content }, 'noteAddFailed', { key });
        await run(queries, jobId, { add: note }, store, ({ id }) => ({ add: { ...note, id } }));
      },

      remove: async (noteId: NoteId): Promise<void> => {
        const change = { remove: noteId };
        const store = () =>
          sendRequest<unknown>({ path: 'notes/delete', body: { noteId }, failureNotice: 'noteDeleteFailed' });
        await run(queries, jobId, change, store, () => change);
      },
    }),
    [queries, jobId, user],
  );
}
