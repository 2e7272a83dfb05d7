import type { Job, Span } from '@bindings';
import { Button } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { type ReactNode, useEffect } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/session/session';
import { checkSetSchedule, reschedule } from '@/wasm/rules';

import { dayLabels } from './dayLabels';
import { Permitted } from './Permitted';
import styles from './ScheduleForm.module.css';
import { useFollow } from './useFollow';
import { useRulesForm } from './useRulesForm';
import { useWhyFixed } from './useWhyFixed';

interface ScheduleFormProps {
  job: Job;
  /** Written on the button. */
  action: string;
  /** Sends dates that the rules agree to; rejects with an `ApiFailure` when they are refused. */
  save: (span: Span) => Promise<unknown>;
  /** Told when something was typed and not saved. */
  onDirty?: (dirty: boolean) => void;
  /** What there is to know of the chosen days, as a line under them; asked once both are chosen. */
  note?: (span: Span) => ReactNode;
  /** Further buttons, under the fields. Without them the one button stands beside the fields. */
  children?: ReactNode;
}

/** The dates of a job as two fields: the way to schedule without dragging. Who may not reads why. */
export function ScheduleForm({ job, action, save, onDirty, note, children }: ScheduleFormProps) {
  const { role, language } = useSession();
  const fixed = useWhyFixed()(job.status);
  const dates = { startDate: job.startDate ?? '', endDate: job.endDate ?? '' };
  const form = useRulesForm({
    initial: dates,
    check: (values) => {
      const wrong = checkSetSchedule({ ...values, jobId: job.id }, language);
      if (wrong.length > 0) return wrong;
      const refusal = reschedule(role, job.status, values, language);
      return refusal === null ? [] : [refusal];
    },
    submit: async (values) => {
      await save(values);
      form.reset(values);
    },
  });
  useEffect(() => onDirty?.(form.dirty), [onDirty, form.dirty]);
  useFollow(form, dates);

  const chosen =
    note !== undefined && checkSetSchedule({ ...form.values, jobId: job.id }, language).length === 0;

  const field = (name: 'startDate' | 'endDate') => {
    const { value, ...rest } = form.choice(name);
    return {
      ...rest,
      value: value === '' ? null : value,
      onChange: (day: string | null) => {
        form.set(name, day ?? '');
        // A job of one day is the usual case: the other end follows while it is empty.
        const other = name === 'startDate' ? 'endDate' : 'startDate';
        if (day !== null && form.values[other] === '') form.set(other, day);
      },
      ariaLabels: dayLabels(),
      valueFormat: 'MM/DD/YYYY',
      placeholder: 'MM/DD/YYYY',
      // The days open under the sentence that says what is wrong, not over it.
      popoverProps: { offset: rest.error === undefined ? 8 : 30 },
      required: true,
      disabled: fixed !== null,
    };
  };

  return (
    <form {...form.form} className={styles.form} data-alone={children === undefined || undefined}>
      {fixed !== null && <p className={styles.fixed}>{fixed}</p>}
      <div className={styles.pair}>
        <DateInput label={m.common_startDate()} {...field('startDate')} />
        <DateInput label={m.common_endDate()} {...field('endDate')} />
        {chosen && <div className={styles.note}>{note(form.values)}</div>}
      </div>
      <div className={styles.actions}>
        <Permitted action="jobs.schedule" unless={fixed}>
          <Button type="submit" variant="default" loading={form.busy}>
            {action}
          </Button>
        </Permitted>
        {children}
      </div>
    </form>
  );
}
