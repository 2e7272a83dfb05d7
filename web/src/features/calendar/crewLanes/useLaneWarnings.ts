import type { Job, Lane, Span } from '@bindings';
import { useMemo } from 'react';
import { conflictText } from '@/components/planning/dayStates';
import type { FindDays } from '@/components/planning/useAssigneeDays';
import { useWorkCalendar } from '@/queries/planning/workdays';

import type { Lanes } from './useLanes';

/** Adds to the warnings of the lanes that somebody does not work on these days, or has no crew left. */
export function useLaneWarnings(lanes: Lanes, findDays: FindDays): Lanes {
  const calendar = useWorkCalendar();
  return useMemo(
    () => ({
      ...lanes,
      warningIn: (job: Job, lane: Lane, span: Span) => {
        const days = lane.kind === 'unassigned' ? null : findDays(job, lane);
        const conflict = days && conflictText(days, span, calendar);
        return [conflict, lanes.warningIn(job, lane, span)].filter(Boolean).join(' ') || null;
      },
    }),
    [lanes, findDays, calendar],
  );
}
