/** The calendars of the company, and the jobs on them. A job can be on several. */
import type { Calendar, CalendarAssignment, CalendarForm, CalendarId, Job } from '@bindings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { useSession } from '@/queries/accounts/session';
import { runChange } from '@/queries/jobs/jobChange';
import { cachedJob, jobKeys, patchJob } from '@/queries/jobs/jobsCache';
import { withOne, without } from '@/queries/mutations/lists';
import { useDataChange, useReplay } from '@/queries/mutations/optimisticData';
import { explainFailure } from '@/queries/mutations/request';

const key = ['calendars'] as const;

export function useCalendars() {
  const { company } = useSession();
  return useQuery({
    queryKey: key,
    queryFn: async () => {
      try {
        return (await call<{ calendars: Calendar[] }>('GET', `/api/calendar/calendars/${company.id}`))
          .calendars;
      } catch (failure) {
        throw explainFailure(failure, 'calendarsFetchFailed');
      }
    },
    select: useReplay<Calendar[]>(key),
  });
}

const onCalendar = (calendarId: CalendarId, assigned: boolean) => (job: Job) => {
  const others = job.calendarAssignments.filter((each) => each.calendarId !== calendarId);
  return { calendarAssignments: assigned ? [...others, { jobId: job.id, calendarId }] : others };
};

/** Rejects with an `ApiFailure` whose `message` is ready for `popup.oops`. */
export function useCalendarChanges() {
  const queries = useQueryClient();
  const change = useDataChange<Calendar[]>(key);
  return useMemo(
    () => ({
      create: async (form: CalendarForm): Promise<Calendar> => {
        const { calendar } = await change<{ calendar: Calendar }>({
          request: { path: '/api/calendar/new', body: form, failureNotice: 'calendarCreateFailed' },
          stored: (answer) => (all) => withOne(all, answer.calendar),
        });
        return calendar;
      },

      /** Deletes a calendar optimistically. Its jobs and appointments stay. */
      remove: async (id: CalendarId): Promise<void> => {
        await change({
          lane: id,
          shown: (all) => without(all, id),
          request: {
            method: 'DELETE',
            path: `/api/calendar/delete/${id}`,
            failureNotice: 'calendarDeleteFailed',
          },
          affected: [{ queryKey: jobKeys.root }, { queryKey: ['appointments'] }],
        });
      },

      /** Adds a job to a calendar or removes it, optimistically. */
      toggle: async (job: Job, calendarId: CalendarId): Promise<void> => {
        const wasOnCalendar = job.calendarAssignments.some((each) => each.calendarId === calendarId);
        await runChange<{ assignment: CalendarAssignment[] }>(
          queries,
          { id: job.id, patch: onCalendar(calendarId, !wasOnCalendar), known: cachedJob(queries, job.id) },
          {
            path: '/api/calendar/assign',
            body: { jobId: job.id, calendarId },
            failureNotice: 'jobUpdateFailed',
          },
          // The response decides: another user may have added it meanwhile.
          ({ assignment }) => patchJob(queries, job.id, onCalendar(calendarId, assignment.length > 0)),
        );
      },
    }),
    [queries, change],
  );
}
