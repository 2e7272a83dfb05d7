import type { Job, Note } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { runWithPopup } from '@/components/feedback/runWithPopup';
import { useFormDraft } from '@/components/forms/useFormDraft';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { QueuedBadge } from '@/components/offline/QueuedBadge';
import { Permitted } from '@/components/permissions/Permitted';
import { TranslationToggle, Words } from '@/components/translations/Translated';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { useJobNotes, useNoteChanges } from '@/queries/jobs/notes';
import { isOptimisticId, queuedId } from '@/queries/mutations/optimisticIds';
import { useQueued } from '@/queries/offline/outbox';
import { firstId } from '@/queries/offline/temporaryIds';
import { type Translations, useTranslations } from '@/queries/translations/translations';
import { Avatar } from '@/ui/brand/Avatar';
import { dateTimeText } from '@/ui/dates/times';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { GrowingTextarea } from '@/ui/inputs/GrowingTextarea';
import { popup } from '@/ui/overlays/popups';
import { useReportUnsaved } from '@/ui/overlays/UnsavedFormsContext';
import { checkNote } from '@/wasm/rules';
import styles from './JobNotes.module.css';

const blank = { content: '' };

/**
 * The form of a new note. A note shows in the list at once, and the next one can be written while it is sent. One that
 * is refused comes back into the field, before what was typed meanwhile.
 */
function NewNote({ job }: { job: Job }) {
  const { language } = useSession();
  const { add } = useNoteChanges(job.id);
  const [sending, setSending] = useState(0);
  const form = useRulesForm({
    initial: blank,
    check: (typed) => checkNote(typed, language),
    submit: ({ content }) => {
      form.reset(blank);
      void send(content);
    },
  });

  async function send(content: string): Promise<void> {
    setSending((count) => count + 1);
    try {
      await add(content);
    } catch (failure) {
      const typed = form.latest().content;
      form.set('content', typed.trim() === '' ? content : `${content}\n${typed}`);
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    } finally {
      setSending((count) => count - 1);
    }
  }

  useFormDraft(form, 'content', `note ${firstId(job.id)}`);
  useReportUnsaved(form.dirty || sending > 0);
  return (
    <form {...form.form} className={styles.composer}>
      <GrowingTextarea
        aria-label={m.jobs_newNote()}
        placeholder={m.jobs_writeNote()}
        minRows={2}
        maxRows={12}
        {...form.field('content')}
      />
      <Permitted action="jobs.notes">
        <Button type="submit" className={styles.add ?? ''}>
          {m.jobs_addNote()}
        </Button>
      </Permitted>
    </form>
  );
}

function NoteItem({ note, translations }: { note: Note; translations: Translations }) {
  const zone = useCompanyZone();
  const { user } = useSession();
  const { remove } = useNoteChanges(note.jobId);
  const sending = isOptimisticId(note.id);
  const waiting = useQueued('note').find(({ id }) => queuedId(id) === note.id);

  const confirmAndDelete = async () => {
    if (await confirmDelete(m.jobs_deleteNoteSure())) await runWithPopup(() => remove(note.id));
  };

  return (
    <li className={styles.note} data-sending={sending || undefined}>
      <Avatar person={{ ...note, id: note.authorId ?? note.id }} size={32} />
      <div className="grow">
        <div className={styles.line}>
          <b>
            {note.firstName} {note.lastName}
          </b>
          {waiting !== undefined ? (
            <QueuedBadge entry={waiting} />
          ) : sending ? (
            <span className={styles.when}>{m.jobs_sending()}</span>
          ) : (
            <time className={`num ${styles.when}`} dateTime={note.dateInserted}>
              {dateTimeText(note.dateInserted, zone)}
            </time>
          )}
        </div>
        <p className={styles.content}>
          <Words from={translations} id={note.id} field="content">
            {note.content}
          </Words>
        </p>
      </div>
      {note.authorId === user.id && !sending && (
        <ActionIcon aria-label={m.jobs_deleteNote()} onClick={() => void confirmAndDelete()}>
          <IconTrash size={17} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

function NoteList({ job }: { job: Job }) {
  const { user } = useSession();
  const { notes, error, refetch } = useJobNotes(job.id);
  // Authors need no translation of their own notes.
  const foreign = notes?.filter(({ id, authorId }) => !isOptimisticId(id) && authorId !== user.id) ?? [];
  const translations = useTranslations(
    'jobNote',
    foreign.map(({ id, content }) => ({ id, texts: [content] })),
  );
  if (notes === undefined)
    return error === null ? (
      <SkeletonCards count={3} height={56} />
    ) : (
      <LoadFailure why={error.message} onRetry={refetch} />
    );
  if (notes.length === 0) return <EmptyState title={m.jobs_noNotes()}>{m.jobs_noNotesHint()}</EmptyState>;
  return (
    <>
      <TranslationToggle translations={translations} />
      <ul className="plainList" aria-label={m.jobs_notes()}>
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} translations={translations} />
        ))}
      </ul>
    </>
  );
}

/** The notes of a job, newest first. Everyone who sees the job can write; only the author can delete. */
export function JobNotes({ job }: { job: Job }) {
  return (
    <div className={styles.notes}>
      <NewNote job={job} />
      <NoteList job={job} />
    </div>
  );
}
