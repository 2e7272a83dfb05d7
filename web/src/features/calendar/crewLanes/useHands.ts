import type { Connection, Crew, Employee, LaneJob } from '@bindings';
import { useMemo } from 'react';
import { useConnections } from '@/session/connections';
import { useCrews } from '@/session/crews';
import { useEmployees } from '@/session/employees';
import { useSession } from '@/session/session';

/** Whom work can be given to, by the keys of their lanes. */
export interface Hands {
  connections: ReadonlyMap<string, Connection>;
  crews: ReadonlyMap<string, Crew>;
  employees: ReadonlyMap<string, Employee>;
  /** Everybody is known. */
  isLoaded: boolean;
}

/** What lanes read of a job that nobody has given yet: it keeps a lane open, and has no days. */
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
 * The crews, the connected subcontractors and the people of one's own company, and what keeps their lanes open while
 * they have no jobs. Who sees only jobs of their own has no use for lanes of others: those would look free.
 */
export function useHands(): { hands: Hands; openLanes: readonly LaneJob[] } {
  const { company, user } = useSession();
  const { data: crews } = useCrews();
  const { data: connections } = useConnections();
  const { data: employees } = useEmployees();
  const contractor = company.companyType === 'contractor';
  const hands = useMemo<Hands>(() => {
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
      const people = Array.from(hands.employees.values(), (one) =>
        open(one.id, { assignedToUserId: one.id, assignedToUserInfo: one }),
      );
      return [...people, open('nobody', {})];
    }
    const partners = Array.from(hands.connections.values(), ({ companyDetails }) =>
      open(companyDetails.id, { assignedToCompanyId: companyDetails.id, companyInfo: companyDetails }),
    );
    const own = Array.from(hands.crews.values(), ({ id, name }) =>
      open(id, { crewId: id, customSubcontractorName: name }),
    );
    return [...partners, ...own];
  }, [hands, contractor, seesAll]);

  return { hands, openLanes };
}
