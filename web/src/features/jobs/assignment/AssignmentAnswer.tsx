import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconCheck, IconClockHour4 } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ApiFailure } from '@/api/client';
import { Permitted } from '@/components/permissions/Permitted';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useAssignment } from '@/queries/jobs/assignment';
import { queued } from '@/queries/offline/outbox';
import { dayText } from '@/ui/dates/dates';
import { choose, confirm, popup } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';
import { isScheduled, whyNotAnswer } from '@/wasm/rules';
import edit from '../edit/JobEdit.module.css';
import styles from './Assign.module.css';

interface AnswerProps {
  job: Job;
  /** Called after the job was accepted: now an employee can be assigned. */
  onAccepted?: () => void;
  /** Called after the job was declined and has left the company's list. */
  onDeclined: () => void;
}

const daysText = ({ startDate, endDate }: Job): string =>
  isScheduled(startDate, endDate)
    ? [...new Set([startDate, endDate])].map(dayText).join(' – ')
    : m.common_unscheduled();

/** Shows the days that the user answered for and the days now, and asks for another answer. */
const answerAnew = (seen: Job, now: Job, message: string) =>
  choose({
    title: m.jobs_daysChanged(),
    body: (
      <>
        {message}
        <span className={styles.days}>
          <span>{m.jobs_daysSaw()}</span> <b className="num">{daysText(seen)}</b>
          <span>{m.jobs_daysNow()}</span> <b className="num">{daysText(now)}</b>
        </span>
      </>
    ),
    confirmLabel: m.jobs_accept(),
    otherLabel: m.jobs_decline(),
  });

/** Answers for the days that were seen, and asks anew as long as they have changed meanwhile. */
function useAnswer({ job, onAccepted, onDeclined }: AnswerProps) {
  const { accept, decline } = useAssignment(job);
  const [busy, setBusy] = useState(false);

  const send = async (accepts: boolean, seen: Job): Promise<void> => {
    let answered: unknown;
    try {
      answered = await (accepts ? accept(seen) : decline(seen));
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const now = failure.changedTo<Job>('job');
      if (now === null) return popup.oops(failure.message);
      const anew = await answerAnew(seen, now, failure.message);
      return anew === false ? undefined : send(anew === true, now);
    }
    if (answered === queued) toast.warn(m.outbox_waiting(), m.outbox_kept());
    else toast.sweet(notice('contractorTold'));
    if (!accepts) onDeclined();
    else if (answered !== queued) onAccepted?.();
  };

  return {
    busy,
    acceptJob: () => send(true, job),
    declineJob: async (seen: Job) => {
      setBusy(true);
      await send(false, seen);
      setBusy(false);
    },
  };
}

/** 'Decline' and 'Accept', in this order everywhere: in the edit tab and at the bottom of a phone. */
export function AnswerButtons(props: AnswerProps) {
  const { job } = props;
  const { busy, acceptJob, declineJob } = useAnswer(props);

  const confirmAndDecline = async () => {
    const sure = await confirm({
      body: m.jobs_declineSure({ title: job.title, company: job.contractorCompanyName }),
      confirmLabel: m.jobs_declineYes(),
    });
    if (sure) await declineJob(job);
  };

  return (
    <>
      <Permitted action="jobs.acceptDecline">
        <Button variant="default" loading={busy} onClick={() => void confirmAndDecline()}>
          {m.jobs_decline()}
        </Button>
      </Permitted>
      <Permitted action="jobs.acceptDecline">
        <Button
          leftSection={<IconCheck size={17} stroke={2.4} />}
          disabled={busy}
          onClick={() => void acceptJob()}
        >
          {m.jobs_accept()}
        </Button>
      </Permitted>
    </>
  );
}

/** Shows that the contractor is waiting for the answer. */
export const AwaitingAnswer = ({ job }: { job: Job }) => (
  <p className={styles.waiting}>
    <IconClockHour4 size={17} stroke={2.2} aria-hidden />
    {m.jobs_waiting({ company: job.contractorCompanyName })}
  </p>
);

/** Whether the user may still answer for this job. */
export function useAwaitsAnswer(job: Job): boolean {
  const { may, language } = useSession();
  return may('jobs.acceptDecline') && whyNotAnswer(job, language) === null;
}

/** The subcontractor's answer: the buttons, or the result as text. */
export function AssignmentAnswer(props: AnswerProps) {
  const { language } = useSession();
  const heading = useId();
  const settled = whyNotAnswer(props.job, language);
  return (
    <section className={edit.section} aria-labelledby={heading}>
      <h3 id={heading} className={edit.head}>
        {m.jobs_answer()}
      </h3>
      {settled === null ? (
        <div className={styles.stack}>
          <AwaitingAnswer job={props.job} />
          <div className={styles.answers}>
            <AnswerButtons {...props} />
          </div>
        </div>
      ) : (
        <p className={styles.settled}>
          <IconCheck size={17} stroke={2.6} aria-hidden />
          {settled}
        </p>
      )}
    </section>
  );
}
