/** @jsxImportSource preact */
import type { GuestJob, GuestState } from '@bindings';
import { useState } from 'preact/hooks';
import { m } from '@/i18n/pageTexts';
import { daysText } from '../days';
import type { WaitingTask } from '../guestStorage';
import { textLimits } from '../limits';
import { TextArea } from '../TextArea';
import { useDraft } from '../useDraft';
import { useSubmit } from '../useSubmit';

interface Props {
  job: GuestJob;
  /** The stored answer. */
  state: GuestState;
  waiting: readonly WaitingTask[];
  /** The days moved while an answer was on its way. */
  daysChanged: boolean;
}

/** The holder says whether the days suit, and may change the answer. */
export function AnswerCard({ job, state, waiting, daysChanged }: Props) {
  const submit = useSubmit();
  const [reason, setReason] = useDraft('reason');
  const [declining, setDeclining] = useState(reason !== '' && state === 'pending');
  const unsent = waiting.findLast((task) => task.kind === 'answer' && task.refused === null);
  const answer = unsent?.kind === 'answer' ? (unsent.body.accepted ? 'accepted' : 'declined') : state;
  const send = async (accepted: boolean) => {
    const body = {
      accepted,
      startDate: job.startDate,
      endDate: job.endDate,
      ...(accepted ? {} : { reason }),
    };
    if (!(await submit.add({ kind: 'answer', body }))) return;
    setReason('');
    setDeclining(false);
  };
  return (
    <section class="card guestCard" data-tone={answer}>
      <h2>{m.guest_answerTitle({ days: daysText(job) ?? m.guest_noDays() })}</h2>
      {daysChanged && (
        <p class="guestNotice" role="alert">
          {m.guest_daysChanged()}
        </p>
      )}
      {answer !== 'pending' && (
        <p class="guestStrong" role="status">
          {answer === 'accepted' ? m.guest_saidYes() : m.guest_saidNo()}
        </p>
      )}
      {declining ? (
        <form
          class="guestForm"
          onSubmit={(event) => {
            event.preventDefault();
            void send(false);
          }}
        >
          <TextArea label={m.guest_reason()} value={reason} onChange={setReason} max={textLimits.reason} />
          <div class="guestButtons">
            <button type="submit" class="guestButton filled" disabled={submit.busy}>
              {m.guest_sendNo()}
            </button>
            <button
              type="button"
              class="guestButton"
              onClick={() => {
                setReason('');
                setDeclining(false);
              }}
            >
              {m.guest_back()}
            </button>
          </div>
        </form>
      ) : (
        <div class="guestButtons">
          {answer !== 'accepted' && (
            <button
              type="button"
              class="guestButton filled"
              disabled={submit.busy}
              onClick={() => void send(true)}
            >
              {m.guest_accept()}
            </button>
          )}
          {answer !== 'declined' && (
            <button type="button" class="guestButton" onClick={() => setDeclining(true)}>
              {m.guest_decline()}
            </button>
          )}
        </div>
      )}
      {submit.failure}
    </section>
  );
}
