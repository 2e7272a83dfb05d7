import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { IconCalendarOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { m, notice } from '@/i18n';
import { useJobChanges } from '@/session/jobs';
import { useSession } from '@/session/session';
import { Permitted } from '@/ui/Permitted';
import { popup } from '@/ui/popups';
import { toast } from '@/ui/toasts';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkSetSchedule, isScheduled, reschedule } from '@/wasm/rules';

import styles from './JobEdit.module.css';
import { useFollow } from './useFollow';

/** What is told after the dates moved: a subcontractor on the job is asked again. */
export const scheduleNotice = ({ assignedToCompanyId }: Pick<Job, 'assignedToCompanyId'>): string =>
  assignedToCompanyId === null ? notice('scheduleUpdated') : notice('jobUpdatedSubTold');

interface JobScheduleProps {
  job: Job;
  onDirty: (dirty: boolean) => void;
}

/** The dates of a job as two fields: the way to schedule without dragging. */
export function JobSchedule({ job, onDirty }: JobScheduleProps) {
  const { role, language } = useSession();
  const { schedule, unschedule } = useJobChanges();
  const [busy, setBusy] = useState(false);
  const dates = { startDate: job.startDate ?? '', endDate: job.endDate ?? '' };
  const complete = job.status === 'complete' ? notice('jobComplete') : null;

  const form = useRulesForm({
    initial: dates,
    check: (values) => {
      const wrong = checkSetSchedule({ ...values, jobId: job.id }, language);
      if (wrong.length > 0) return wrong;
      const refusal = reschedule(role, job.status, values, language);
      return refusal === null ? [] : [refusal];
    },
    submit: async (values) => {
      await schedule(job, values);
      form.reset(values);
      void popup.sweet(scheduleNotice(job));
    },
  });
  useEffect(() => onDirty(form.dirty), [onDirty, form.dirty]);
  useFollow(form, dates);

  const takeOff = async () => {
    setBusy(true);
    try {
      await unschedule(job);
      toast.sweet(scheduleNotice(job));
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      void popup.oops(failure.message);
    } finally {
      setBusy(false);
    }
  };

  const field = (name: 'startDate' | 'endDate') => {
    const { value, ...rest } = form.choice(name);
    const onChange = (day: string | null) => form.set(name, day ?? '');
    // The days open under the sentence that says what is wrong, not over it.
    const popoverProps = { offset: rest.error === undefined ? 8 : 30 };
    return { ...rest, onChange, popoverProps, value: value === '' ? null : value };
  };

  return (
    <form {...form.form} className={styles.section}>
      <h3 className={styles.head}>{m.jobs_schedule()}</h3>
      <div className="stack">
        {complete !== null && <p className="muted">{complete}</p>}
        <div className={styles.pair}>
          <DateInput
            label={m.jobs_startDate()}
            valueFormat="MM/DD/YYYY"
            placeholder="MM/DD/YYYY"
            required
            disabled={complete !== null}
            {...field('startDate')}
          />
          <DateInput
            label={m.jobs_endDate()}
            valueFormat="MM/DD/YYYY"
            placeholder="MM/DD/YYYY"
            required
            disabled={complete !== null}
            {...field('endDate')}
          />
        </div>
        <div className={styles.actions}>
          <Permitted action="jobs.schedule" unless={complete}>
            <Button type="submit" variant="default" loading={form.busy}>
              {m.jobs_saveDates()}
            </Button>
          </Permitted>
          {isScheduled(job.startDate, job.endDate) && (
            <Permitted action="jobs.schedule" unless={complete}>
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
        </div>
      </div>
    </form>
  );
}
