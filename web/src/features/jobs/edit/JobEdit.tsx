import type { Job, Span } from '@bindings';
import { Button } from '@mantine/core';
import { IconCalendarOff, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useFieldSync } from '@/components/forms/useFormSync';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { OverlapWarning } from '@/components/jobs/OverlapWarning';
import { ScheduleForm } from '@/components/jobs/ScheduleForm';
import { useScheduleLock } from '@/components/jobs/useScheduleLock';
import { Permitted } from '@/components/permissions/Permitted';
import { useFollowersFirst } from '@/components/planning/follows/useFollowersFirst';
import { JobOffers } from '@/components/planning/offers/JobOffers';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJobChanges } from '@/queries/jobs/jobs';
import { ErrorSummary } from '@/ui/feedback/ErrorSummary';
import { popup } from '@/ui/overlays/popups';
import { checkEditJob, isScheduled } from '@/wasm/rules';
import { AssignCrew } from '../assignment/AssignCrew';
import { AssignEmployee } from '../assignment/AssignEmployee';
import { AssignmentAnswer } from '../assignment/AssignmentAnswer';
import { AddressField } from '../create/AddressField';
import { scheduleNotice, useDeleteJob, useUnschedule } from '../page/jobActions';
import styles from './JobEdit.module.css';
import { JobFields } from './JobFields';

interface PartProps {
  job: Job;
  onDirty: (dirty: boolean) => void;
}

/** Title and address of a job as form values. */
const fieldsOf = (job: Job) => ({
  title: job.title,
  address: job.address ?? '',
  city: job.city,
  state: job.state,
  zip: job.zip ?? '',
});

function TitleAndAddress({ job, onDirty }: PartProps) {
  const { language } = useSession();
  const { nameAddress } = useJobChanges();
  const saved = fieldsOf(job);
  const form = useRulesForm({
    initial: saved,
    check: (values) => checkEditJob({ ...values, jobId: job.id }, language),
    submit: async (values, was) => {
      // Another user may have saved other fields meanwhile: the response includes both changes.
      form.reset(fieldsOf(await nameAddress({ ...values, jobId: job.id, was })));
      void popup.sweet(notice('jobUpdated'));
    },
  });
  useEffect(() => onDirty(form.dirty), [onDirty, form.dirty]);
  useFieldSync(form, saved);
  return (
    <form {...form.form} className={styles.section}>
      <h3 className={styles.head}>{m.jobs_titleAndAddress()}</h3>
      <div className="stack">
        <ErrorSummary refusals={form.refusals}>{notice('validation')}</ErrorSummary>
        <JobFields
          form={form}
          address={(className) => (
            <AddressField
              className={className}
              {...form.field('address')}
              values={form.values}
              set={form.set}
            />
          )}
        />
        <div>
          <Button type="submit" variant="default" loading={form.busy}>
            {m.common_save()}
          </Button>
        </div>
      </div>
    </form>
  );
}

function Dates({ job, onDirty, proposed }: PartProps & { proposed: Span | null }) {
  const { schedule } = useJobChanges();
  const fixed = useScheduleLock()(job.status);
  const { busy, takeOff } = useUnschedule(job);
  const followersFirst = useFollowersFirst();

  return (
    <section className={styles.section}>
      <h3 className={styles.head}>{m.jobs_schedule()}</h3>
      <ScheduleForm
        job={job}
        proposed={proposed}
        action={m.jobs_saveDates()}
        note={(span) => <OverlapWarning job={job} span={span} />}
        save={async (span) => {
          if (!(await followersFirst(job, span))) return false;
          await schedule(job, span);
          void popup.sweet(scheduleNotice(job));
          return true;
        }}
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
  const { busy, requestDelete } = useDeleteJob(job, onDeleted);
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
            onClick={() => void requestDelete()}
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
  /** Called when the form becomes dirty or clean. */
  onDirty: (dirty: boolean) => void;
  /** Called when the job was deleted or declined, so that the page can close. */
  onDeleted: () => void;
}

/** The form of the subcontractor: its answer, then the employee who does the job. */
function Accepting({ job, onDeleted }: Pick<JobEditProps, 'job' | 'onDeleted'>) {
  const picker = useRef<HTMLInputElement>(null);
  const [accepted, setAccepted] = useState(false);
  // Assigning an employee comes next. The field can be focused once it is rendered as enabled.
  useEffect(() => {
    if (accepted && job.isAcceptedBySub) picker.current?.focus();
  }, [accepted, job.isAcceptedBySub]);
  return (
    <div className={styles.edit}>
      <AssignmentAnswer job={job} onAccepted={() => setAccepted(true)} onDeclined={onDeleted} />
      <AssignEmployee job={job} field={picker} />
    </div>
  );
}

/** The form of the contractor: title and address, dates, crew, delete. */
function Editing({ job, onDirty, onDeleted }: JobEditProps) {
  const [title, setTitle] = useState(false);
  const [dates, setDates] = useState(false);
  const [crew, setCrew] = useState(false);
  const [proposed, setProposed] = useState<Span | null>(null);
  useEffect(() => onDirty(title || dates || crew), [onDirty, title, dates, crew]);
  return (
    <div className={styles.edit}>
      <div className={styles.column}>
        <TitleAndAddress job={job} onDirty={setTitle} />
        <Dates job={job} onDirty={setDates} proposed={proposed} />
      </div>
      <div className={styles.column}>
        <AssignCrew job={job} onDirty={setCrew} onDays={setProposed} />
        <JobOffers job={job} className={styles.section} head={styles.head} />
        <AssignEmployee job={job} />
        <Delete job={job} onDeleted={onDeleted} />
      </div>
    </div>
  );
}

/** What an admin may change on a job: the owner edits and assigns it, the assigned subcontractor answers. */
export function JobEdit(props: JobEditProps) {
  const { may } = useSession();
  if (may('jobs.edit')) return <Editing {...props} />;
  return may('jobs.acceptDecline') ? <Accepting {...props} /> : null;
}
