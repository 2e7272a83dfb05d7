import type { BulkAssignment, Connection, Crew, Employee, Job } from '@bindings';
import { useMemo } from 'react';
import { m } from '@/i18n';
import { useEmployees } from '@/queries/companies/employees';
import { useConnections } from '@/queries/connections';
import { useCrews } from '@/queries/crews';

interface Assignee {
  /** `kind id`. */
  value: string;
  label: string;
  /** How a job shows that they have it. */
  shown: Partial<Job>;
}

/** The assignment that a choice stands for. */
export function assignmentOf(assignee: string): BulkAssignment {
  const [kind, id = ''] = assignee.split(' ');
  if (kind === 'connection') return { selectedConnection: id };
  return kind === 'crew' ? { customCrewId: id } : { assignedToUserId: id };
}

/** The choice that stands for an assignment. */
export function assigneeOf(assign: BulkAssignment): string {
  const { selectedConnection, customCrewId, assignedToUserId } = assign;
  if (selectedConnection !== undefined) return `connection ${selectedConnection}`;
  return customCrewId === undefined ? `employee ${assignedToUserId}` : `crew ${customCrewId}`;
}

const none: readonly never[] = [];
const nobody: Partial<Job> = {};

function groupsOf(
  connections: readonly Connection[],
  crews: readonly Crew[],
  employees: readonly Employee[],
): { group: string; items: Assignee[] }[] {
  const subcontractors = connections.filter(
    ({ accepted, companyDetails }) => accepted && companyDetails.companyType === 'subcontractor',
  );
  return [
    {
      group: m.jobs_byConnection(),
      items: subcontractors.map(({ id, companyDetails: { id: company, name, location } }) => ({
        value: `connection ${id}`,
        label: `${name}, ${location}`,
        shown: { companyInfo: { name }, assignedToCompanyId: company },
      })),
    },
    {
      group: m.jobs_byCrew(),
      items: crews.map(({ id, name }) => ({
        value: `crew ${id}`,
        label: name,
        shown: { isCustom: true, crewId: id, customSubcontractorName: name },
      })),
    },
    {
      group: m.jobs_employee(),
      items: employees.map(({ id, firstName, lastName }) => ({
        value: `employee ${id}`,
        label: `${firstName} ${lastName}`,
        shown: { assignedToUserId: id, assignedToUserInfo: { firstName, lastName } },
      })),
    },
  ].filter(({ items }) => items.length > 0);
}

/** Subcontractors, crews and employees in one list, for a picker. */
export function useAssignees() {
  const { data: connections = none } = useConnections();
  const { data: crews = none } = useCrews();
  const { data: employees = none } = useEmployees();
  return useMemo(() => {
    const groups = groupsOf(connections, crews, employees);
    const all = new Map(groups.flatMap(({ items }) => items).map(({ value, shown }) => [value, shown]));
    return {
      groups: groups.map(({ group, items }) => ({
        group,
        items: items.map(({ value, label }) => ({ value, label })),
      })),
      /** How a job shows that this one has it. */
      shown: (value: string): Partial<Job> => all.get(value) ?? nobody,
    };
  }, [connections, crews, employees]);
}
