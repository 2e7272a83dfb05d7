import { Select } from '@mantine/core';
import { useState } from 'react';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { assignmentOf, useAssignees } from '../assignment/assignees';
import type { SelectionPanelProps } from './panelProps';

/** One subcontractor, crew or employee for all selected jobs. */
export function AssignSelected({ count, busy, run, onClose }: SelectionPanelProps) {
  const { groups } = useAssignees();
  const [missing, setMissing] = useState(false);
  const form = useRulesForm({
    initial: { assignee: '' },
    check: () => [],
    submit: async ({ assignee }) => {
      setMissing(assignee === '');
      if (assignee !== '') await run({ assign: assignmentOf(assignee) });
    },
  });
  const { value, onChange } = form.choice('assignee');
  return (
    <FormPanel
      title={m.bulk_assignTitle({ count })}
      form={{ ...form, busy: form.busy || busy }}
      verb={m.bulk_assign()}
      onClose={onClose}
    >
      <Select
        label={m.bulk_assignee()}
        data={groups}
        value={value === '' ? null : value}
        onChange={(next) => {
          setMissing(false);
          onChange(next);
        }}
        error={missing ? m.bulk_assigneeMissing() : undefined}
        nothingFoundMessage={m.jobs_noPerson()}
        searchable
        required
        comboboxProps={{ withinPortal: false }}
      />
      <p className="muted">{m.bulk_assignHint()}</p>
    </FormPanel>
  );
}
