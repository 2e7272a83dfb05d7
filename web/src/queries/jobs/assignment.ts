/** Who does a job: a connected subcontractor, a custom crew or an employee; and the subcontractor's answer. */
import type {
  AnswerAssignment,
  Connection,
  Crew,
  CrewMember,
  Employee,
  Job,
  JobCrewId,
  Span,
} from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { ApiFailure } from '@/api/client';

import { runChange, useJobChange } from './jobChange';
import { cachedJob, removeJob, storeJob } from './jobsCache';

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

/** The days of a job as the screen showed them; null while it is not scheduled. */
export type ShownDays = Pick<Job, 'startDate' | 'endDate'>;

const answer = (
  jobCrewTableId: JobCrewId,
  didAccept: boolean,
  { startDate, endDate }: ShownDays,
): AnswerAssignment => ({
  jobCrewTableId,
  didAccept,
  startDate,
  endDate,
});

/** Assignment changes for any job: for screens that show many. With days, the job is rescheduled in the same call. */
export function useAssignments() {
  const queries = useQueryClient();
  const change = useJobChange();
  return useCallback(
    ({ id, jobCrewTableId }: Assigned, days?: Span) => {
      const dates = days === undefined ? {} : { startDate: days.startDate, endDate: days.endDate };
      const path = (to: string) => `update/assign/${to}`;
      // After a refusal because of other days, every screen shows the job with these.
      const storingNow = async <T>(answering: Promise<T>): Promise<T> => {
        try {
          return await answering;
        } catch (failure) {
          const now = failure instanceof ApiFailure ? failure.changedTo<Job>('job') : null;
          if (now !== null) storeJob(queries, now);
          throw failure;
        }
      };
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

        /** Accepts the job on the days that the user saw. */
        accept: (seen: ShownDays): Promise<Job> =>
          storingNow(
            change(id, { isAcceptedBySub: true }, { ...answered, body: answer(jobCrewTableId, true, seen) }),
          ),

        /** Removes the job from every list of the subcontractor. */
        decline: async (seen: ShownDays): Promise<void> => {
          await storingNow(
            runChange(
              queries,
              { id, patch: null, known: cachedJob(queries, id) },
              { ...answered, body: answer(jobCrewTableId, false, seen) },
              () => removeJob(queries, id),
            ),
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
