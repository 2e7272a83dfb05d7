import type { Job, Series, SeriesChangeForm } from '@bindings';
import { TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useSeriesChanges } from '@/queries/planning/series';
import { useWorkdays } from '@/queries/planning/workdays';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { FigureField } from '@/ui/inputs/FigureField';
import { toast } from '@/ui/overlays/toasts';
import { checkContractAmount } from '@/wasm/rules';
import { EveryFields, type EveryValues, RepeatPreview } from './RepeatFields';
import { numberOf, repeatDays } from './repeatDays';

interface Values extends EveryValues {
  title: string;
  startDate: string;
  contractAmount: number | string;
}

/** The fields of the form under which the rule's refusals are shown. */
const shownAt: Record<string, string> = { start: 'startDate', times: 'interval' };

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
  const { data: workdays } = useWorkdays();
  const { change } = useSeriesChanges();
  const left = series.count - series.position + 1;
  const ruled = ({ startDate, unit, interval }: Values) =>
    repeatDays(
      startDate,
      { unit, interval: numberOf(interval), times: Math.max(left, 2) },
      workdays,
      language,
    );
  const form = useRulesForm<Values>({
    initial: {
      title: job.title,
      startDate: job.startDate ?? '',
      unit: series.unit,
      interval: series.interval,
      contractAmount: job.contractAmount ?? '',
    },
    check: (values) => [
      ...(job.startDate === null && values.startDate === ''
        ? []
        : ruled(values).errors.map((wrong) => ({ ...wrong, field: shownAt[wrong.field] ?? wrong.field }))),
      ...checkContractAmount({ jobId: job.id, contractAmount: numberOf(values.contractAmount) }, language),
    ],
    submit: async (values, was) => {
      const { jobs, kept } = await change(changesOf(job.id, values, was));
      const changed = m.series_changed({ count: jobs.length });
      if (kept.length === 0) toast.sweet(changed);
      else toast.warn(changed, m.series_kept({ count: kept.length }));
      onClose();
    },
  });
  const { value: startDate, ...start } = form.choice('startDate');
  const { days } = ruled(form.values);
  return (
    <FormPanel
      title={m.series_changeTitle()}
      under={job.title}
      form={form}
      verb={m.series_changeVerb({ count: left })}
      onClose={onClose}
    >
      <p className="muted">{m.series_changeHint()}</p>
      <TextInput {...form.field('title')} label={m.series_title()} autoComplete="off" required />
      <DateInput
        {...start}
        label={m.series_start()}
        value={startDate === '' ? null : startDate}
        ariaLabels={datePickerLabels()}
        valueFormat="MM/DD/YYYY"
        placeholder="MM/DD/YYYY"
      />
      <EveryFields interval={form.choice('interval')} unit={form.choice('unit')} />
      <FigureField {...form.choice('contractAmount')} label={m.jobs_amount()} leftSection="$" />
      {left > 1 && <RepeatPreview days={days} />}
    </FormPanel>
  );
}
