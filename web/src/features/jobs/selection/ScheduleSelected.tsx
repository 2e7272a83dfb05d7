import { DateInput } from '@mantine/dates';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { checkSetSchedule } from '@/wasm/rules';
import type { SelectionPanelProps } from './panelProps';

/** The rule checks one job; here it only checks the days. */
const anyJob = '018f0000-0000-7000-8000-000000000000';

/** The same days for all selected jobs. */
export function ScheduleSelected({ count, busy, run, onClose }: SelectionPanelProps) {
  const { language } = useSession();
  const form = useRulesForm({
    initial: { startDate: '', endDate: '' },
    check: (values) => checkSetSchedule({ ...values, jobId: anyJob }, language),
    submit: async (schedule) => {
      await run({ schedule });
    },
  });
  const field = (name: 'startDate' | 'endDate') => {
    const { value, ...rest } = form.choice(name);
    const other = name === 'startDate' ? 'endDate' : 'startDate';
    return {
      ...rest,
      value: value === '' ? null : value,
      onChange: (day: string | null) => {
        form.set(name, day ?? '');
        if (day !== null && form.values[other] === '') form.set(other, day);
      },
      ariaLabels: datePickerLabels(),
      valueFormat: 'MM/DD/YYYY',
      placeholder: 'MM/DD/YYYY',
      required: true,
    };
  };
  return (
    <FormPanel
      title={m.bulk_scheduleTitle({ count })}
      form={{ ...form, busy: form.busy || busy }}
      verb={m.bulk_schedule()}
      onClose={onClose}
    >
      <DateInput label={m.common_startDate()} {...field('startDate')} />
      <DateInput label={m.common_endDate()} {...field('endDate')} />
      <p className="muted">{m.bulk_scheduleHint()}</p>
    </FormPanel>
  );
}
