import type { Job, Note } from '@bindings';
import { ActionIcon, Button, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { ApiFailure } from '@/api/client';
import { m, notice } from '@/i18n';
import { useJobNotes, useNoteChanges } from '@/session/jobNotes';
import { idWaiting, isOnItsWay } from '@/session/onItsWay';
import { useWaiting } from '@/session/outbox';
import { useSession } from '@/session/session';
import { useCompanyZone } from '@/session/timeZone';
import { type Translations, useTranslations } from '@/session/translations';
import { Avatar } from '@/ui/Avatar';
import { EmptyState } from '@/ui/EmptyState';
import { Permitted } from '@/ui/Permitted';
import { confirm, popup } from '@/ui/popups';
import { SkeletonCards } from '@/ui/Skeletons';
import { TranslationToggle, Words } from '@/ui/Translated';
import { momentText } from '@/ui/times';
import { useUnsaved } from '@/ui/unsaved';
import { useRulesForm } from '@/ui/useRulesForm';
import { WaitingMark } from '@/ui/WaitingMark';
import { checkNote } from '@/wasm/rules';
import styles from './JobNotes.module.css';

const blank = { content: '' };

/** The field of a new note. The note shows at once; one that is refused stands in the field again. */
function NewNote({ job }: { job: Job }) {
  const { language } = useSession();
  const { add } = useNoteChanges(job.id);
  const form = useRulesForm({
    initial: blank,
    check: (typed) => checkNote(typed, language),
    submit: async ({ content }) => {
      form.reset(blank);
      try {
        await add(content);
      } catch (failure) {
        form.set('content', content);
        throw failure;
      }
    },
  });
  useUnsaved(form.dirty || form.busy);
  return (
    <form {...form.form} className={styles.composer}>
      <Textarea
        aria-label={m.jobs_newNote()}
        placeholder={m.jobs_writeNote()}
        autosize
        minRows={2}
        maxRows={12}
        readOnly={form.busy}
        {...form.field('content')}
      />
      <Permitted action="jobs.notes">
        <Button type="submit" className={styles.add ?? ''} loading={form.busy}>
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
  const sending = isOnItsWay(note.id);
  const waiting = useWaiting('note').find(({ id }) => idWaiting(id) === note.id);

  const ask = async () => {
    const sure = await confirm({
      body: (
        <>
          {m.jobs_deleteNoteSure()} {notice('cannotRevert')}
        </>
      ),
      confirmLabel: notice('yesRemove'),
      danger: true,
    });
    if (!sure) return;
    try {
      await remove(note.id);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    }
  };

  return (
    <li className={styles.note} data-sending={sending || undefined}>
      <Avatar person={{ ...note, id: note.authorId }} size={32} />
      <div className="grow">
        <div className={styles.line}>
          <b>
            {note.firstName} {note.lastName}
          </b>
          {waiting !== undefined ? (
            <WaitingMark entry={waiting} />
          ) : sending ? (
            <span className={styles.when}>{m.jobs_sending()}</span>
          ) : (
            <time className={`num ${styles.when}`} dateTime={note.dateInserted}>
              {momentText(note.dateInserted, zone)}
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
        <ActionIcon aria-label={m.jobs_deleteNote()} onClick={() => void ask()}>
          <IconTrash size={17} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

function NoteList({ job }: { job: Job }) {
  const { notes, error, refetch } = useJobNotes(job.id);
  const stored = notes?.filter(({ id }) => !isOnItsWay(id)) ?? [];
  const translations = useTranslations(
    'jobNote',
    stored.map(({ id, content }) => ({ id, texts: [content] })),
  );
  if (notes === undefined)
    return error === null ? (
      <SkeletonCards count={3} height={56} />
    ) : (
      <EmptyState
        title={error.message}
        action={<Button onClick={() => void refetch()}>{m.jobs_retry()}</Button>}
      >
        {m.common_tryAgain()}
      </EmptyState>
    );
  if (notes.length === 0) return <EmptyState title={m.jobs_noNotes()}>{m.jobs_noNotesHint()}</EmptyState>;
  return (
    <>
      <TranslationToggle translations={translations} />
      <ul className={styles.list} aria-label={m.jobs_notes()}>
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} translations={translations} />
        ))}
      </ul>
    </>
  );
}

/** What people write about a job, the newest first. Whoever sees the job writes; only the author deletes. */
export function JobNotes({ job }: { job: Job }) {
  return (
    <div className={styles.notes}>
      <NewNote job={job} />
      <NoteList job={job} />
    </div>
  );
}
