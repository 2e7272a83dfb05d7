import type { Job, Series, SeriesChangeForm } from '@bindings';
import { TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useState } from 'react';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { daysOf, useSeriesChanges, useSeriesPreview } from '@/queries/planning/series';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { FigureField } from '@/ui/inputs/FigureField';
import { toast } from '@/ui/overlays/toasts';
import { checkContractAmount } from '@/wasm/rules';
import { EveryFields, type EveryValues, RepeatPreview } from './RepeatFields';
import { numberOf } from './repeatDays';
import { usePreview } from './usePreview';

interface Values extends EveryValues {
  title: string;
  startDate: string;
  contractAmount: number | string;
}

/** What was changed in the form; the rest stays. */
function changesOf(jobId: Job['id'], values: Values, was: Values): SeriesChangeForm {
  const { unit, title, startDate } = values;
  const [interval, amount] = [numberOf(values.interval), numberOf(values.contractAmount)];
  const isNewRule = unit !== was.unit || interval !== numberOf(was.interval);
  return {
    jobId,
    ...(isNewRule ? { unit, interval } : {}),
    ...(startDate === was.startDate ? {} : { startDate }),
    ...(title === was.title ? {} : { title }),
    ...(amount === numberOf(was.contractAmount) ? {} : { contractAmount: amount }),
  };
}

interface ChangeSeriesPanelProps {
  job: Job;
  series: Series;
  onClose: () => void;
}

/** Changes a repeating job and those that follow it; those before it stay. */
export function ChangeSeriesPanel({ job, series, onClose }: ChangeSeriesPanelProps) {
  const { language } = useSession();
  const { change } = useSeriesChanges();
  // As it was when the panel opened: a colleague may change it meanwhile.
  const [initial] = useState<Values>(() => ({
    title: job.title,
    startDate: job.startDate ?? '',
    unit: series.unit,
    interval: series.interval,
    contractAmount: job.contractAmount ?? '',
  }));
  const form = useRulesForm<Values>({
    initial,
    // The rest is checked by the server, which knows the days of the others.
    check: ({ contractAmount }) =>
      checkContractAmount({ jobId: job.id, contractAmount: numberOf(contractAmount) }, language),
    submit: async (values, was) => {
      const { jobs, kept } = await change(changesOf(job.id, values, was));
      const changed = m.series_changed({ count: jobs.length });
      if (kept.length === 0) toast.sweet(changed);
      else toast.warn(changed, m.series_changeKept({ count: kept.length }));
      onClose();
    },
  });
  const { value: startDate, ...start } = form.choice('startDate');
  const { unit, interval } = form.values;
  // The days depend on nothing else of the form.
  const moved = { ...initial, unit, interval, startDate };
  const { answer, isAsking, refusal, refusalOf } = usePreview(
    interval === '' ? null : changesOf(job.id, moved, initial),
    useSeriesPreview,
  );
  const error = (name: keyof Values) => form.problem(name) ?? refusalOf(name);
  return (
    <FormPanel
      title={m.series_changeTitle()}
      under={job.title}
      form={form}
      verb={m.series_changeVerb({ count: answer?.jobs.length ?? series.following + 1 })}
      onClose={onClose}
    >
      <p className="muted">{m.series_changeHint()}</p>
      <TextInput {...form.field('title')} label={m.series_title()} autoComplete="off" required />
      <DateInput
        {...start}
        error={error('startDate')}
        label={m.series_start()}
        value={startDate === '' ? null : startDate}
        ariaLabels={datePickerLabels()}
        valueFormat="MM/DD/YYYY"
        placeholder="MM/DD/YYYY"
      />
      <EveryFields
        interval={{ ...form.choice('interval'), error: error('interval') }}
        unit={form.choice('unit')}
      />
      <FigureField {...form.choice('contractAmount')} label={m.jobs_amount()} leftSection="$" />
      <RepeatPreview
        isAsking={isAsking}
        refusal={refusal}
        days={answer && daysOf(answer.jobs)}
        kept={answer?.kept.length ? m.series_changeKept({ count: answer.kept.length }) : null}
      />
    </FormPanel>
  );
}
