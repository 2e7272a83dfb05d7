import { Select } from '@mantine/core';
import { useState } from 'react';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useEmployees } from '@/queries/companies/employees';
import { useConnections } from '@/queries/connections';
import { useCrews } from '@/queries/crews';
import type { SelectionPanelProps } from './panelProps';

/** Subcontractors, crews and employees in one list: `kind id`. */
function useAssignees() {
  const { data: connections = [] } = useConnections();
  const { data: crews = [] } = useCrews();
  const { data: employees = [] } = useEmployees();
  const subcontractors = connections.filter(
    ({ accepted, companyDetails }) => accepted && companyDetails.companyType === 'subcontractor',
  );
  return [
    {
      group: m.jobs_byConnection(),
      items: subcontractors.map(({ id, companyDetails: { name, location } }) => ({
        value: `connection ${id}`,
        label: `${name}, ${location}`,
      })),
    },
    { group: m.jobs_byCrew(), items: crews.map(({ id, name }) => ({ value: `crew ${id}`, label: name })) },
    {
      group: m.jobs_employee(),
      items: employees.map(({ id, firstName, lastName }) => ({
        value: `employee ${id}`,
        label: `${firstName} ${lastName}`,
      })),
    },
  ].filter(({ items }) => items.length > 0);
}

function assignment(chosen: string) {
  const [kind, id = ''] = chosen.split(' ');
  if (kind === 'connection') return { selectedConnection: id };
  return kind === 'crew' ? { customCrewId: id } : { assignedToUserId: id };
}

/** One subcontractor, crew or employee for all selected jobs. */
export function AssignSelected({ count, busy, run, onClose }: SelectionPanelProps) {
  const assignees = useAssignees();
  const [missing, setMissing] = useState(false);
  const form = useRulesForm({
    initial: { assignee: '' },
    check: () => [],
    submit: async ({ assignee }) => {
      setMissing(assignee === '');
      if (assignee !== '') await run({ assign: assignment(assignee) });
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
        data={assignees}
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
