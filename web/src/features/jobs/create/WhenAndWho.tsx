import type { LaneJob } from '@bindings';
import { Select } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { memo, useMemo } from 'react';
import type { RulesForm } from '@/components/forms/useRulesForm';
import { OverlapWarning } from '@/components/jobs/OverlapWarning';
import { m, useLanguage } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJobTemplates } from '@/queries/jobs/templates';
import { useWorkCalendar } from '@/queries/planning/workdays';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { checkJobSchedule } from '@/wasm/rules';
import type { useAssignees } from '../assignment/assignees';
import styles from './CreateJob.module.css';
import type { NewJobValues } from './newJobValues';

interface WhenAndWhoProps {
  form: RulesForm<NewJobValues>;
  assignees: ReturnType<typeof useAssignees>;
}

/** Not stored yet, so it is none of the listed jobs. */
const unstored = 'new';

/** What this part shows. */
export const scheduleFields = ['startDate', 'endDate', 'assignee', 'template'] as const;

/** The days of the job and who does it, with a warning when they have another job then. */
export const WhenAndWho = memo(function WhenAndWho({ form, assignees }: WhenAndWhoProps) {
  useLanguage();
  const { language } = useSession();
  const { startDate, endDate, assignee } = form.values;
  const { data: templates } = useJobTemplates();
  const calendar = useWorkCalendar();
  const workdays = templates?.find(({ id }) => id === form.values.template)?.workdays ?? null;
  /** Choosing one date fills the other while it is empty: as long as the template says, or one day like most jobs. */
  const endFor = (start: string) =>
    workdays === null || calendar === null ? start : calendar.spanFrom(start, workdays).endDate;
  const days = (name: 'startDate' | 'endDate', label: string) => {
    const { value, ...rest } = form.choice(name);
    const other = name === 'startDate' ? 'endDate' : 'startDate';
    return {
      label,
      ...rest,
      value: value === '' ? null : value,
      onChange: (day: string | null) => {
        form.set(name, day ?? '');
        if (day !== null && form.values[other] === '')
          form.set(other, name === 'startDate' ? endFor(day) : day);
      },
      clearable: true,
      clearButtonProps: { 'aria-label': m.jobs_emptyField({ field: label }) },
      ariaLabels: datePickerLabels(),
      valueFormat: 'MM/DD/YYYY',
      placeholder: 'MM/DD/YYYY',
    };
  };
  const isScheduled = checkJobSchedule({ startDate, endDate }, language).length === 0;
  const shown = assignees.shown(assignee);
  const job = useMemo<LaneJob>(
    () => ({
      id: unstored,
      status: 'active',
      startDate,
      endDate,
      crewId: shown.crewId ?? null,
      customSubcontractorName: shown.customSubcontractorName ?? null,
      assignedToCompanyId: shown.assignedToCompanyId ?? null,
      companyInfo: shown.companyInfo ?? null,
      assignedToUserId: shown.assignedToUserId ?? null,
      assignedToUserInfo: shown.assignedToUserInfo ?? null,
    }),
    [startDate, endDate, shown],
  );
  const { value, ...choice } = form.choice('assignee');
  return (
    <div className={styles.fields}>
      <DateInput {...days('startDate', m.common_startDate())} />
      <DateInput {...days('endDate', m.common_endDate())} />
      <Select
        className={styles.wide ?? ''}
        label={m.bulk_assignee()}
        data={assignees.groups}
        {...choice}
        value={value === '' ? null : value}
        nothingFoundMessage={m.jobs_noPerson()}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': m.jobs_emptyField({ field: m.bulk_assignee() }) }}
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
      />
      {isScheduled && assignee !== '' && (
        <div className={styles.wide}>
          <OverlapWarning job={job} span={{ startDate, endDate }} />
        </div>
      )}
    </div>
  );
});
