import type { Job, Span } from '@bindings';
import { Button } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormSync } from '@/components/forms/useFormSync';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { Permitted } from '@/components/permissions/Permitted';
import { BestWindows } from '@/components/planning/BestWindows';
import { StatesLegend } from '@/components/planning/StateSign';
import { usePickerDays } from '@/components/planning/usePickerDays';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { checkSetSchedule, reschedule } from '@/wasm/rules';
import styles from './ScheduleForm.module.css';
import { useScheduleLock } from './useScheduleLock';

interface ScheduleFormProps {
  job: Job;
  /** The label of the submit button. */
  action: string;
  /** Sends valid dates; rejects with an `ApiFailure` when they are refused. False means that nothing was changed. */
  save: (span: Span) => Promise<unknown>;
  /** Days that were chosen elsewhere: they are filled in, and saved by the button. */
  proposed?: Span | null;
  /** Called when the form becomes dirty or clean. */
  onDirty?: (dirty: boolean) => void;
  /** A hint under the chosen days; called when both are chosen. */
  note?: (span: Span) => ReactNode;
  /** Further buttons, under the fields. Without them the submit button is beside the fields. */
  children?: ReactNode;
}

/** The dates of a job as two fields, for scheduling without dragging. Users without permission can read why. */
export function ScheduleForm({ job, action, save, proposed, onDirty, note, children }: ScheduleFormProps) {
  const { role, language } = useSession();
  const fixed = useScheduleLock()(job.status);
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
      if ((await save(values)) === false) form.reset();
      else form.reset(values);
    },
  });
  useEffect(() => onDirty?.(form.dirty), [onDirty, form.dirty]);
  useFormSync(form, dates);

  const fill = (span: Span) => {
    form.set('startDate', span.startDate);
    form.set('endDate', span.endDate);
  };
  const [filled, setFilled] = useState(proposed);
  if (proposed && proposed !== filled) {
    setFilled(proposed);
    fill(proposed);
  }

  const { shown, ahead, props: days } = usePickerDays(job);
  const chosen = checkSetSchedule({ ...form.values, jobId: job.id }, language).length === 0;

  const field = (name: 'startDate' | 'endDate') => {
    const { value, ...rest } = form.choice(name);
    return {
      ...days,
      ...rest,
      value: value === '' ? null : value,
      onChange: (day: string | null) => {
        form.set(name, day ?? '');
        // Most jobs take one day, so choosing one date fills the other while it is empty.
        const other = name === 'startDate' ? 'endDate' : 'startDate';
        if (day !== null && form.values[other] === '') form.set(other, day);
      },
      ariaLabels: datePickerLabels(),
      valueFormat: 'MM/DD/YYYY',
      placeholder: 'MM/DD/YYYY',
      // The calendar opens below the error message, not over it.
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
        {chosen && note && <div className={styles.note}>{note(form.values)}</div>}
      </div>
      {fixed === null && (shown !== null || ahead !== null) && (
        <div className={styles.wide}>
          {shown !== null && <StatesLegend who={shown.who} days={shown.days.values()} />}
          {ahead !== null && (
            <BestWindows assignee={ahead} span={chosen ? form.values : null} onChoose={fill} />
          )}
        </div>
      )}
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
