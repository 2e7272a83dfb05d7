/** Who does the work on a job: a connected subcontractor, a custom crew, an employee; and the subcontractor's answer. */
import type { Connection, Crew, CrewMember, Employee, Job, Span } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { runChange, useJobChange } from './jobChange';
import { drop, knownJob } from './jobsCache';

/** An assignment is replaced whole: the acceptance and the employee go with the former. */
const nobody = {
  isCustom: false,
  crewId: null,
  customSubcontractorName: null,
  customCrewMemberName: null,
  companyInfo: null,
  assignedToCompanyId: null,
  assignedToUserId: null,
  assignedToUserInfo: null,
  isAcceptedBySub: false,
} satisfies Partial<Job>;

const broken = 'assignmentFailed';

type Assigned = Pick<Job, 'id' | 'jobCrewTableId'>;

/**
 * The changes of whichever job is named: for screens that show many of them. With days the job goes there in the same
 * call: to other hands and other days, or neither.
 */
export function useAssignments() {
  const queries = useQueryClient();
  const change = useJobChange();
  return useCallback(
    ({ id, jobCrewTableId }: Assigned, days?: Span) => {
      const moved = days === undefined ? {} : { startDate: days.startDate, endDate: days.endDate };
      const path = (to: string) => `update/assign/${to}`;
      const answered = { path: 'update/acceptDecline', broken } as const;
      return {
        /** Asks the subcontractor at the other end; it is pending until it answers. */
        toSubcontractor: ({ id: selectedConnection, companyDetails }: Connection): Promise<Job> =>
          change(
            id,
            {
              ...nobody,
              companyInfo: { name: companyDetails.name },
              assignedToCompanyId: companyDetails.id,
              ...moved,
            },
            {
              path: path('subcontractorAccount'),
              body: { jobCrewTableId, selectedConnection, ...moved },
              broken,
            },
          ),

        /** `lead` is one of the crew, or nobody. */
        toCrew: (crew: Crew, lead: CrewMember | null): Promise<Job> =>
          change(
            id,
            {
              ...nobody,
              isCustom: true,
              crewId: crew.id,
              customSubcontractorName: crew.name,
              customCrewMemberName: lead?.name ?? null,
              ...moved,
            },
            {
              path: path('custom'),
              body: {
                jobCrewTableId,
                customCrewId: crew.id,
                customCrewMemberId: lead?.id ?? null,
                isCustom: true,
                ...moved,
              },
              broken,
            },
          ),

        /** Takes the job back from a subcontractor, who is told, or from a custom crew. */
        toNobody: (): Promise<Job> =>
          change(
            id,
            { ...nobody, ...moved },
            { path: path('nobody'), body: { jobCrewTableId, ...moved }, broken },
          ),

        /** Null takes the job back from its employee. */
        toEmployee: (employee: Employee | null): Promise<Job> =>
          change(
            id,
            {
              assignedToUserId: employee?.id ?? null,
              assignedToUserInfo:
                employee === null ? null : { firstName: employee.firstName, lastName: employee.lastName },
              ...moved,
            },
            {
              path: path('user'),
              body: { jobCrewTableId, assignedToUserId: employee?.id ?? null, ...moved },
              broken,
            },
          ),

        accept: (): Promise<Job> =>
          change(id, { isAcceptedBySub: true }, { ...answered, body: { jobCrewTableId, didAccept: true } }),

        /** The job leaves every list of the subcontractor. */
        decline: async (): Promise<void> => {
          await runChange(
            queries,
            { id, patch: null, known: knownJob(queries, id) },
            { ...answered, body: { jobCrewTableId, didAccept: false } },
            () => drop(queries, id),
          );
        },
      };
    },
    [change, queries],
  );
}

/** Each change shows at once and rejects with an `ApiFailure` when refused. */
export function useAssignment({ id, jobCrewTableId }: Assigned) {
  const assignments = useAssignments();
  return useMemo(() => assignments({ id, jobCrewTableId }), [assignments, id, jobCrewTableId]);
}
