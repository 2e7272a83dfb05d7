import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconCalendarOff, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { m, notice } from '@/i18n';
import { useJobChanges } from '@/session/jobs';
import { useSession } from '@/session/session';
import { ErrorSummary } from '@/ui/ErrorSummary';
import { Permitted } from '@/ui/Permitted';
import { confirm, popup } from '@/ui/popups';
import { ScheduleForm } from '@/ui/ScheduleForm';
import { told } from '@/ui/told';
import { useFollow } from '@/ui/useFollow';
import { useRulesForm } from '@/ui/useRulesForm';
import { useWhyFixed } from '@/ui/useWhyFixed';
import { checkEditJob, isScheduled } from '@/wasm/rules';

import styles from './JobEdit.module.css';
import { JobFields } from './JobFields';

interface PartProps {
  job: Job;
  onDirty: (dirty: boolean) => void;
}

function TitleAndAddress({ job, onDirty }: PartProps) {
  const { language } = useSession();
  const { nameAddress } = useJobChanges();
  const saved = {
    title: job.title,
    address: job.address ?? '',
    city: job.city,
    state: job.state,
    zip: job.zip ?? '',
  };
  const form = useRulesForm({
    initial: saved,
    check: (values) => checkEditJob({ ...values, jobId: job.id }, language),
    submit: async (values) => {
      await nameAddress({ ...values, jobId: job.id });
      form.reset(values);
      void popup.sweet(notice('jobUpdated'));
    },
  });
  useEffect(() => onDirty(form.dirty), [onDirty, form.dirty]);
  useFollow(form, saved);
  return (
    <form {...form.form} className={styles.section}>
      <h3 className={styles.head}>{m.jobs_titleAndAddress()}</h3>
      <div className="stack">
        <ErrorSummary refusals={form.refusals}>{notice('validation')}</ErrorSummary>
        <JobFields form={form} />
        <div>
          <Button type="submit" variant="default" loading={form.busy}>
            {m.common_save()}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** What is told after the dates moved: a subcontractor on the job is asked again. */
const scheduleNotice = ({ assignedToCompanyId }: Job): string =>
  assignedToCompanyId === null ? notice('scheduleUpdated') : notice('jobUpdatedSubTold');

function Dates({ job, onDirty }: PartProps) {
  const { schedule, unschedule } = useJobChanges();
  const fixed = useWhyFixed()(job.status);
  const [busy, setBusy] = useState(false);

  const takeOff = async () => {
    setBusy(true);
    await told(() => unschedule(job), scheduleNotice(job));
    setBusy(false);
  };

  return (
    <section className={styles.section}>
      <h3 className={styles.head}>{m.jobs_schedule()}</h3>
      <ScheduleForm
        job={job}
        action={m.jobs_saveDates()}
        save={(span) => schedule(job, span).then(() => void popup.sweet(scheduleNotice(job)))}
        onDirty={onDirty}
      >
        {isScheduled(job.startDate, job.endDate) && (
          <Permitted action="jobs.schedule" unless={fixed}>
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconCalendarOff size={17} />}
              loading={busy}
              onClick={() => void takeOff()}
            >
              {m.jobs_unschedule()}
            </Button>
          </Permitted>
        )}
      </ScheduleForm>
    </section>
  );
}

function Delete({ job, onDeleted }: { job: Job; onDeleted: () => void }) {
  const { remove } = useJobChanges();
  const [busy, setBusy] = useState(false);

  const ask = async () => {
    const sure = await confirm({
      body: (
        <>
          {m.jobs_deleteSure({ title: job.title })} {notice('cannotRevert')}
        </>
      ),
      confirmLabel: notice('yesRemove'),
      danger: true,
    });
    if (!sure) return;
    setBusy(true);
    try {
      await remove(job.id);
      onDeleted();
      void popup.sweet(notice('jobDeleted'));
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof Error)) throw failure;
      void popup.oops(failure.message);
    }
  };

  return (
    <section className={styles.section}>
      <h3 className={styles.head}>{m.common_delete()}</h3>
      <div className={styles.delete}>
        <span className="muted grow">{m.jobs_deleteHint()}</span>
        <Permitted action="jobs.delete">
          <Button
            variant="outline"
            color="crimson"
            leftSection={<IconTrash size={16} />}
            loading={busy}
            onClick={() => void ask()}
          >
            {m.jobs_delete()}
          </Button>
        </Permitted>
      </div>
    </section>
  );
}

interface JobEditProps {
  job: Job;
  /** Told when something was typed and not saved. */
  onDirty: (dirty: boolean) => void;
  onDeleted: () => void;
}

/** Title and address, dates, delete. */
export function JobEdit({ job, onDirty, onDeleted }: JobEditProps) {
  const [title, setTitle] = useState(false);
  const [dates, setDates] = useState(false);
  useEffect(() => onDirty(title || dates), [onDirty, title, dates]);
  return (
    <div className={styles.edit}>
      <TitleAndAddress job={job} onDirty={setTitle} />
      <div className={styles.column}>
        <Dates job={job} onDirty={setDates} />
        <Delete job={job} onDeleted={onDeleted} />
      </div>
    </div>
  );
}
