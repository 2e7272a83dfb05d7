/** Who does a job: a connected subcontractor, a custom crew or an employee; and the subcontractor's answer. */
import type { Connection, Crew, CrewMember, Employee, Job, Span } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { runChange, useJobChange } from './jobChange';
import { cachedJob, removeJob } from './jobsCache';

/** An assignment is replaced as a whole: the acceptance and the employee of the previous one are removed. */
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

const failureNotice = 'assignmentFailed';

type Assigned = Pick<Job, 'id' | 'jobCrewTableId'>;

/** Assignment changes for any job: for screens that show many. With days, the job is rescheduled in the same call. */
export function useAssignments() {
  const queries = useQueryClient();
  const change = useJobChange();
  return useCallback(
    ({ id, jobCrewTableId }: Assigned, days?: Span) => {
      const dates = days === undefined ? {} : { startDate: days.startDate, endDate: days.endDate };
      const path = (to: string) => `update/assign/${to}`;
      const answered = { path: 'update/acceptDecline', failureNotice } as const;
      return {
        /** Assigns a subcontractor; the assignment is pending until it answers. */
        toSubcontractor: ({ id: selectedConnection, companyDetails }: Connection): Promise<Job> =>
          change(
            id,
            {
              ...nobody,
              companyInfo: { name: companyDetails.name },
              assignedToCompanyId: companyDetails.id,
              ...dates,
            },
            {
              path: path('subcontractorAccount'),
              body: { jobCrewTableId, selectedConnection, ...dates },
              failureNotice,
            },
          ),

        /** `lead` is a member of the crew, or null. */
        toCrew: (crew: Crew, lead: CrewMember | null): Promise<Job> =>
          change(
            id,
            {
              ...nobody,
              isCustom: true,
              crewId: crew.id,
              customSubcontractorName: crew.name,
              customCrewMemberName: lead?.name ?? null,
              ...dates,
            },
            {
              path: path('custom'),
              body: {
                jobCrewTableId,
                customCrewId: crew.id,
                customCrewMemberId: lead?.id ?? null,
                isCustom: true,
                ...dates,
              },
              failureNotice,
            },
          ),

        /** Unassigns the job from a subcontractor, who is notified, or from a custom crew. */
        toNobody: (): Promise<Job> =>
          change(
            id,
            { ...nobody, ...dates },
            { path: path('nobody'), body: { jobCrewTableId, ...dates }, failureNotice },
          ),

        /** Null unassigns the employee. */
        toEmployee: (employee: Employee | null): Promise<Job> =>
          change(
            id,
            {
              assignedToUserId: employee?.id ?? null,
              assignedToUserInfo:
                employee === null ? null : { firstName: employee.firstName, lastName: employee.lastName },
              ...dates,
            },
            {
              path: path('user'),
              body: { jobCrewTableId, assignedToUserId: employee?.id ?? null, ...dates },
              failureNotice,
            },
          ),

        accept: (): Promise<Job> =>
          change(id, { isAcceptedBySub: true }, { ...answered, body: { jobCrewTableId, didAccept: true } }),

        /** Removes the job from every list of the subcontractor. */
        decline: async (): Promise<void> => {
          await runChange(
            queries,
            { id, patch: null, known: cachedJob(queries, id) },
            { ...answered, body: { jobCrewTableId, didAccept: false } },
            () => removeJob(queries, id),
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
