import type { Job, JobId } from '@bindings';
import { NumberInput, Select } from '@mantine/core';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useFollowsChange } from '@/queries/planning/follows';
import { spanText } from '@/ui/dates/spans';
import { toast } from '@/ui/overlays/toasts';
import { usePhone } from '@/ui/theme/usePhone';
import { limits } from '@/wasm/rules';

interface Values {
  /** The job that comes first; blank until it is chosen. */
  follows: JobId;
  gapWorkdays: number | string;
}

/** 'Whitaker re-roof, Thu Jun 11': jobs with one title differ by their days. */
const labelOf = ({ title, city, startDate, endDate }: Job): string =>
  [title, startDate === null || endDate === null ? city : spanText({ startDate, endDate })].join(', ');

/** Lets a job wait for another one. The server refuses jobs that would wait for each other. */
export function AddFollowPanel({
  job,
  jobs,
  onClose,
}: {
  job: Job;
  jobs: readonly Job[];
  onClose: () => void;
}) {
  const save = useFollowsChange(job);
  const phone = usePhone();
  const form = useRulesForm<Values>({
    initial: { follows: '', gapWorkdays: 0 },
    check: () => [],
    submit: async ({ follows, gapWorkdays }) => {
      const others = job.follows.filter(({ jobId }) => jobId !== follows);
      await save([...others, { jobId: follows, gapWorkdays: Number(gapWorkdays) }]);
      toast.sweet(m.follows_saved());
      onClose();
    },
  });
  const { value: first, ...choice } = form.choice('follows');
  const { value: gap, ...number } = form.choice('gapWorkdays');
  const offered = jobs.filter(
    ({ id, status }) =>
      id !== job.id && status === 'active' && !job.follows.some(({ jobId }) => jobId === id),
  );
  return (
    <FormPanel
      title={m.follows_title()}
      under={job.title}
      form={form}
      verb={m.common_save()}
      onClose={onClose}
    >
      <Select
        {...choice}
        error={choice.error ?? form.refusals.find(({ field }) => field === 'jobId')?.message}
        label={m.follows_job()}
        placeholder={m.follows_choose()}
        required
        value={first || null}
        data={offered.map((each) => ({ value: each.id, label: labelOf(each) }))}
        nothingFoundMessage={m.jobs_none()}
        limit={50}
        searchable
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
      />
      <NumberInput
        {...number}
        label={m.follows_gap()}
        value={gap}
        allowDecimal={false}
        allowNegative={false}
        max={limits().gapWorkdays}
        hideControls={phone}
      />
    </FormPanel>
  );
}
