import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconCheck, IconClockHour4 } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { m, notice } from '@/i18n';
import { useAssignment } from '@/session/jobAssignment';
import { useSession } from '@/session/session';
import { Permitted } from '@/ui/Permitted';
import { confirm } from '@/ui/popups';
import { told } from '@/ui/told';
import { whyNotAnswer } from '@/wasm/rules';

import styles from './Assign.module.css';
import edit from './JobEdit.module.css';

interface AnswerProps {
  job: Job;
  /** Told once the contractor knows: now an employee can be named. */
  onAccepted?: () => void;
  /** Told when the job was given back and is gone from here. */
  onDeclined: () => void;
}

/** Decline and Accept, in this order everywhere: in the edit tab and at the bottom of a phone. */
export function AnswerButtons({ job, onAccepted, onDeclined }: AnswerProps) {
  const { accept, decline } = useAssignment(job);
  const [busy, setBusy] = useState(false);

  const giveBack = async () => {
    const sure = await confirm({
      body: m.jobs_declineSure({ title: job.title, company: job.contractorCompanyName }),
      confirmLabel: m.jobs_declineYes(),
    });
    if (!sure) return;
    setBusy(true);
    const gone = await told(decline, notice('contractorTold'));
    if (gone) onDeclined();
    else setBusy(false);
  };

  const take = async () => {
    if (await told(accept, notice('contractorTold'))) onAccepted?.();
  };

  return (
    <>
      <Permitted action="jobs.acceptDecline">
        <Button variant="default" loading={busy} onClick={() => void giveBack()}>
          {m.jobs_decline()}
        </Button>
      </Permitted>
      <Permitted action="jobs.acceptDecline">
        <Button
          leftSection={<IconCheck size={17} stroke={2.4} />}
          disabled={busy}
          onClick={() => void take()}
        >
          {m.jobs_accept()}
        </Button>
      </Permitted>
    </>
  );
}

/** Says who waits for the answer. */
export const Waiting = ({ job }: { job: Job }) => (
  <p className={styles.waiting}>
    <IconClockHour4 size={17} stroke={2.2} aria-hidden />
    {m.jobs_waiting({ company: job.contractorCompanyName })}
  </p>
);

/** May this job still be answered? */
export function useAwaitsAnswer(job: Job): boolean {
  const { may, language } = useSession();
  return may('jobs.acceptDecline') && whyNotAnswer(job, language) === null;
}

/** The subcontractor's answer; once it is given, the sentence that says so. */
export function AssignAnswer(props: AnswerProps) {
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
          <Waiting job={props.job} />
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
