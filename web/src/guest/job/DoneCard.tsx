/** @jsxImportSource preact */
import type { GuestJob } from '@bindings';
import { useState } from 'preact/hooks';
import { m } from '@/i18n/pageTexts';
import type { WaitingTask } from '../guestStorage';
import { textLimits } from '../limits';
import { TextArea } from '../TextArea';
import { useDraft } from '../useDraft';
import { useSubmit } from '../useSubmit';

/** The holder says that the work is done; the contractor confirms it. */
export function DoneCard({ job, waiting }: { job: GuestJob; waiting: readonly WaitingTask[] }) {
  const submit = useSubmit();
  const [note, setNote] = useDraft('done');
  const [asking, setAsking] = useState(note !== '');
  if (job.status === 'complete')
    return (
      <section class="card guestCard">
        <p class="guestOk">{m.guest_jobComplete()}</p>
      </section>
    );
  const unsent = waiting.some((task) => task.kind === 'complete' && task.refused === null);
  if (job.reportedComplete !== null || unsent)
    return (
      <section class="card guestCard">
        <p class="guestOk" role="status">
          {m.guest_doneReported()}
        </p>
      </section>
    );
  const report = async () => {
    const text = note.trim();
    if (!(await submit.add({ kind: 'complete', body: text === '' ? {} : { note: text } }))) return;
    setNote('');
    setAsking(false);
  };
  return (
    <section class="card guestCard">
      <h2>{m.guest_doneTitle()}</h2>
      {asking ? (
        <form
          class="guestForm"
          onSubmit={(event) => {
            event.preventDefault();
            void report();
          }}
        >
          <TextArea label={m.guest_doneNote()} value={note} onChange={setNote} max={textLimits.lines} />
          <div class="guestButtons">
            <button type="submit" class="guestButton filled" disabled={submit.busy}>
              {m.guest_doneSend()}
            </button>
            <button type="button" class="guestButton" onClick={() => setAsking(false)}>
              {m.guest_back()}
            </button>
          </div>
        </form>
      ) : (
        <button type="button" class="guestButton" onClick={() => setAsking(true)}>
          {m.guest_done()}
        </button>
      )}
      {submit.failure}
    </section>
  );
}
