import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { m } from '@/i18n';
import { useSession } from '@/session/session';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkSetSchedule } from '@/wasm/rules';

import styles from './JobOptions.module.css';
import { useMoves } from './useMoves';

interface ScheduleFieldsProps {
  job: Job;
  onDone: () => void;
}

/** The dates of a job as two fields: the way without dragging. */
export function ScheduleFields({ job, onDone }: ScheduleFieldsProps) {
  const { language } = useSession();
  const { move, whyFixed } = useMoves();
  const fixed = whyFixed(job.status);
  const form = useRulesForm({
    initial: { startDate: job.startDate ?? '', endDate: job.endDate ?? '' },
    check: (dates) => checkSetSchedule({ jobId: job.id, ...dates }, language),
    submit: async (dates) => {
      onDone();
      await move(job, dates);
    },
  });
  const date = (name: 'startDate' | 'endDate') => {
    const { value, onChange, ...field } = form.choice(name);
    return {
      ...field,
      value: value === '' ? null : value,
      onChange: (day: string | null) => {
        onChange(day ?? '');
        // A job of one day is the usual case: the other end follows while it is empty.
        const other = name === 'startDate' ? 'endDate' : 'startDate';
        if (day !== null && form.values[other] === '') form.set(other, day);
      },
      valueFormat: 'MM/DD/YYYY',
      placeholder: 'MM/DD/YYYY',
      firstDayOfWeek: 0 as const,
      disabled: fixed !== null,
    };
  };
  return (
    <form {...form.form}>
      {fixed !== null && <p className={styles.fixed}>{fixed}</p>}
      <div className={styles.dates}>
        <DateInput label={m.calendar_startDate()} {...date('startDate')} />
        <DateInput label={m.calendar_endDate()} {...date('endDate')} />
        <Button type="submit" variant="default" disabled={fixed !== null}>
          {job.startDate === null ? m.calendar_schedule() : m.calendar_moveDates()}
        </Button>
      </div>
    </form>
  );
}
