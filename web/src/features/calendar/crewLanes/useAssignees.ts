import type { Connection, Crew, Employee, LaneJob } from '@bindings';
import { useMemo } from 'react';
import { useSession } from '@/queries/accounts/session';
import { useEmployees } from '@/queries/companies/employees';
import { useConnections } from '@/queries/connections';
import { useCrews } from '@/queries/crews';

/** Everyone that jobs can be assigned to, by the keys of their lanes. */
export interface Assignees {
  connections: ReadonlyMap<string, Connection>;
  crews: ReadonlyMap<string, Crew>;
  employees: ReadonlyMap<string, Employee>;
  /** True once all three have loaded. */
  isLoaded: boolean;
}

/** A placeholder job without days that keeps an empty lane open. */
const open = (id: string, change: Partial<LaneJob>): LaneJob => ({
  id: `lane ${id}`,
  status: 'active',
  startDate: null,
  endDate: null,
  crewId: null,
  customSubcontractorName: null,
  assignedToCompanyId: null,
  companyInfo: null,
  assignedToUserId: null,
  assignedToUserInfo: null,
  ...change,
});

const none: readonly never[] = [];

/**
 * The crews, the connected subcontractors and the employees of the company, and placeholders that keep their lanes
 * open while they have no jobs. Users who only see their own jobs get no lanes of others, which would look free.
 */
export function useAssignees(): { assignees: Assignees; openLanes: readonly LaneJob[] } {
  const { company, user } = useSession();
  const { data: crews } = useCrews();
  const { data: connections } = useConnections();
  const { data: employees } = useEmployees();
  const contractor = company.companyType === 'contractor';
  const assignees = useMemo<Assignees>(() => {
    const accepted = (connections ?? none).filter(
      ({ accepted, companyDetails }) => accepted && companyDetails.companyType === 'subcontractor',
    );
    return {
      connections: new Map(accepted.map((one) => [`subcontractor:${one.companyDetails.id}`, one])),
      crews: new Map((crews ?? none).map((crew) => [`crew:${crew.id}`, crew])),
      employees: new Map((employees ?? none).map((one) => [`employee:${one.id}`, one])),
      isLoaded: crews !== undefined && connections !== undefined && employees !== undefined,
    };
  }, [crews, connections, employees]);

  const seesAll = user.userType === 'admin' || user.userType === 'member';
  const openLanes = useMemo(() => {
    if (!seesAll) return none;
    if (!contractor) {
      const people = Array.from(assignees.employees.values(), (one) =>
        open(one.id, { assignedToUserId: one.id, assignedToUserInfo: one }),
      );
      return [...people, open('nobody', {})];
    }
    const partners = Array.from(assignees.connections.values(), ({ companyDetails }) =>
      open(companyDetails.id, { assignedToCompanyId: companyDetails.id, companyInfo: companyDetails }),
    );
    const own = Array.from(assignees.crews.values(), ({ id, name }) =>
      open(id, { crewId: id, customSubcontractorName: name }),
    );
    return [...partners, ...own];
  }, [assignees, contractor, seesAll]);

  return { assignees, openLanes };
}
