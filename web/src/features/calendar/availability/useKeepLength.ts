import type { Span } from '@bindings';
import { useCallback } from 'react';
import { useWorkCalendar } from '@/queries/planning/workdays';

import { daysBetween } from '../calendarDays';
import { movedBy } from '../grid/spans';

/** The days of a job that is moved to begin on another day. */
export type KeepLength = (was: Span, to: string) => Span;

/** A moved job keeps its working days, so that one from Friday to Monday has two days wherever it is put. */
export function useKeepLength(): KeepLength {
  const calendar = useWorkCalendar();
  return useCallback(
    (was, to) =>
      calendar === null
        ? movedBy(was, daysBetween(was.startDate, to))
        : calendar.movedTo(was.startDate, was.endDate, to),
    [calendar],
  );
}
