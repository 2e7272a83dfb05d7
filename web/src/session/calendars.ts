/** The calendars of the signed-in company, and the jobs on them. A job stands on as many as one likes. */
import type { Calendar, CalendarAssignment, CalendarForm, CalendarId, Job } from '@bindings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';

import { inWords, runChange } from './jobChange';
import { amend, jobKeys, knownJob } from './jobsCache';
import { useSession } from './session';

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
        throw inWords(failure, 'calendarsFetchFailed');
      }
    },
  });
}

const onCalendar = (calendarId: CalendarId, stands: boolean) => (job: Job) => {
  const others = job.calendarAssignments.filter((each) => each.calendarId !== calendarId);
  return { calendarAssignments: stands ? [...others, { jobId: job.id, calendarId }] : others };
};

/** Rejects with an `ApiFailure` whose `message` is ready for `popup.oops`. */
export function useCalendarChanges() {
  const queries = useQueryClient();
  return useMemo(
    () => ({
      create: async (form: CalendarForm): Promise<Calendar> => {
        try {
          const { calendar } = await call<{ calendar: Calendar }>('POST', '/api/calendar/new', form);
          queries.setQueryData<Calendar[]>(key, (all) => all && [...all, calendar]);
          void queries.invalidateQueries({ queryKey: key });
          return calendar;
        } catch (failure) {
          throw inWords(failure, 'calendarCreateFailed');
        }
      },

      /** It leaves the list at once and comes back when it is refused. Its jobs and appointments stay. */
      remove: async (id: CalendarId): Promise<void> => {
        await queries.cancelQueries({ queryKey: key });
        const before = queries.getQueryData<Calendar[]>(key);
        queries.setQueryData<Calendar[]>(key, (all) => all?.filter((each) => each.id !== id));
        try {
          await call('DELETE', `/api/calendar/delete/${id}`);
          void queries.invalidateQueries({ queryKey: jobKeys.root });
          void queries.invalidateQueries({ queryKey: ['appointments'] });
        } catch (failure) {
          queries.setQueryData(key, before);
          throw inWords(failure, 'calendarDeleteFailed');
        } finally {
          void queries.invalidateQueries({ queryKey: key });
        }
      },

      /** Puts a job on a calendar, or takes it off; it shows at once and goes back when it is refused. */
      toggle: async (job: Job, calendarId: CalendarId): Promise<void> => {
        const stood = job.calendarAssignments.some((each) => each.calendarId === calendarId);
        const change = {
          id: job.id,
          patch: onCalendar(calendarId, !stood),
          known: knownJob(queries, job.id),
        };
        await runChange<{ assignment: CalendarAssignment[] }>(
          queries,
          change,
          { path: '/api/calendar/assign', body: { jobId: job.id, calendarId }, broken: 'jobUpdateFailed' },
          // What the server says counts: somebody else may have put it there meanwhile.
          ({ assignment }) => amend(queries, job.id, onCalendar(calendarId, assignment.length > 0)),
        );
      },
    }),
    [queries],
  );
}
