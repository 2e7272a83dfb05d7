/** Who does a job: a connected subcontractor, a custom crew or an employee; and the subcontractor's answer. */
import type { Connection, Crew, CrewMember, Employee, Job, Span } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { ApiFailure } from '@/api/client';
import type { Queued } from '@/queries/offline/outbox';
import { sendOrQueue } from '@/queries/offline/sendOrQueue';

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
      /** Without a network the answer is queued. */
      const answer = (
        seen: Job,
        accepts: boolean,
        store: (answered: { job: Job }) => void,
      ): Promise<{ job: Job } | Queued> => {
        const patch = accepts ? { isAcceptedBySub: true } : null;
        return storingNow(
          runChange<{ job: Job } | Queued>(
            queries,
            { id, patch, known: cachedJob(queries, id) },
            () => sendOrQueue(queries, { kind: 'answerJob', job: seen, accepts }, failureNotice),
            store,
          ),
        );
      };
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
        accept: (seen: Job) => answer(seen, true, ({ job }) => storeJob(queries, job)),

        /** Removes the job from every list of the subcontractor. */
        decline: (seen: Job) => answer(seen, false, () => removeJob(queries, id)),
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
