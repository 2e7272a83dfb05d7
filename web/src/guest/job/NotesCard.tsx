/** @jsxImportSource preact */
import type { Note } from '@bindings';
import { useState } from 'preact/hooks';
import { m } from '@/i18n/pageTexts';
import { textLimits } from '../limits';
import { TextArea } from '../TextArea';
import { useDraft } from '../useDraft';
import { useSubmit } from '../useSubmit';

/** The notes of those who work on the job. */
export function NotesCard({ notes, mayAdd }: { notes: readonly Note[]; mayAdd: boolean }) {
  const submit = useSubmit();
  const [text, setText] = useDraft('note');
  const [sent, setSent] = useState(false);
  if (!mayAdd && notes.length === 0) return null;
  const add = async () => {
    const content = text.trim();
    if (content === '' || !(await submit.add({ kind: 'note', body: { content } }))) return;
    setText('');
    setSent(true);
  };
  return (
    <section class="card guestCard">
      <h2>{m.guest_notes()}</h2>
      <ul class="plainList guestList">
        {notes.map((note) => (
          <li key={note.id}>
            <span class="muted">{note.name ?? `${note.firstName} ${note.lastName}`}</span>
            <span class="guestText">{note.content}</span>
          </li>
        ))}
      </ul>
      {mayAdd && (
        <form
          class="guestForm"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <TextArea
            label={m.guest_newNote()}
            value={text}
            onChange={(next) => {
              setText(next);
              setSent(false);
            }}
            max={textLimits.lines}
          />
          <button type="submit" class="guestButton" disabled={submit.busy || text.trim() === ''}>
            {m.guest_addNote()}
          </button>
          {sent && (
            <p class="guestOk" role="status">
              {m.guest_noteAdded()}
            </p>
          )}
        </form>
      )}
      {submit.failure}
    </section>
  );
}
