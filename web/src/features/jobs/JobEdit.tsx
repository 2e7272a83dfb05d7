import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { m, notice } from '@/i18n';
import { useJobChanges } from '@/session/jobs';
import { useSession } from '@/session/session';
import { ErrorSummary } from '@/ui/ErrorSummary';
import { Permitted } from '@/ui/Permitted';
import { confirm, popup } from '@/ui/popups';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkEditJob } from '@/wasm/rules';

import styles from './JobEdit.module.css';
import { JobFields } from './JobFields';
import { JobSchedule } from './JobSchedule';
import { useFollow } from './useFollow';

function TitleAndAddress({ job, onDirty }: { job: Job; onDirty: (dirty: boolean) => void }) {
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
        <JobSchedule job={job} onDirty={setDates} />
        <Delete job={job} onDeleted={onDeleted} />
      </div>
    </div>
  );
}
