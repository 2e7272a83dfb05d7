/** What the address of a move says, and the calendar under it. */
import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router';
import { m } from '@/i18n';
import { companyToday } from '@/ui/dates/companyDay';
import { checkSetSchedule, shortDate } from '@/wasm/rules';
import type { Adjustments, ShiftValues } from './shiftTerms';

/** The parameters of a move; the others belong to the calendar. */
const own = ['job', 'start', 'end', 'why'] as const;

const reasons: Record<string, () => string> = { rain: () => m.weather_rain(), wind: () => m.weather_wind() };

/** A day in an address; undefined if it cannot be read. */
const readDay = (text: string | null | undefined) =>
  text == null || shortDate(text) === '' ? undefined : text;

/** The days of the job in the address, if they can be read. */
function daysOf(job: string, params: URLSearchParams) {
  const span = { startDate: params.get('start') ?? '', endDate: params.get('end') ?? '' };
  return checkSetSchedule({ ...span, jobId: job }, 'english').length === 0 ? span : null;
}

/** A move begins with a day, or with a job and its new days, behind which others move. */
export function useShiftAddress() {
  const { day } = useParams();
  const { search } = useLocation();
  return useMemo(() => {
    const params = new URLSearchParams(search);
    const job = params.get('job');
    const span = job === null ? null : daysOf(job, params);
    const jobs = job === null || span === null ? [] : [job];
    const chosen = readDay(day) ?? readDay(params.get('date')) ?? companyToday();
    const initial: ShiftValues = {
      day: jobs.length > 0 ? '' : chosen,
      by: span === null ? 'workdays' : 'to',
      workdays: 1,
      to: span?.startDate ?? '',
      cities: [],
      calendars: [],
      crews: [],
      withFollowing: true,
      reason: reasons[params.get('why') ?? '']?.() ?? '',
    };
    const adjusted: Adjustments = new Map(job === null || span === null ? [] : [[job, span]]);
    for (const name of own) params.delete(name);
    const rest = params.toString();
    const home = { pathname: '/app/calendar', search: rest === '' ? '' : `?${rest}` };
    return { initial, jobs, adjusted, home };
  }, [day, search]);
}

export type ShiftAddress = ReturnType<typeof useShiftAddress>;
