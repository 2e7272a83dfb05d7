import type { Job, Span } from '@bindings';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { conflictText } from '@/components/planning/dayStates';
import type { FindDays } from '@/components/planning/useAssigneeDays';
import { useJobs } from '@/queries/jobs/jobs';
import { useOverlaps } from '@/queries/jobs/overlaps';
import { useWorkCalendar } from '@/queries/planning/workdays';
import { fromGrid } from '@/wasm/rules';

import { daysBetween, shownDays, type View } from '../calendarDays';
import { lengthText } from '../grid/spans';
import { type Point, PointerTooltip } from './PointerTooltip';

/** A step of a drag as the grid reports it. Its end is exclusive: the day after the last day of work. */
interface Step {
  startStr: string;
  endStr: string;
}

interface ShownNote {
  /** The job that is dragged. */
  id: string;
  /** Where it would be and how long, if the grid does not show that. */
  days: string | null;
  warning: string | null;
  at: Point;
}

interface GridOverlaps {
  view: View;
  day: string;
  jobOf: (id: string) => Job | undefined;
  findDays: FindDays;
  /** The days of a job after it was dragged to these; a job that is moved keeps its length. */
  landing: (was: Span, drawn: Span) => Span;
}

const withoutDays = { unscheduled: true };

const ends = ['pointerup', 'pointercancel', 'mouseup', 'touchend', 'keydown'] as const;

const length = ({ startDate, endDate }: Span) => daysBetween(startDate, endDate);

/**
 * Warns beside the pointer while a job is dragged onto days on which its crew has other jobs, or does not work. At
 * every step the grid calls `overBar` or `overCard` to ask whether a drop is allowed. They always allow it and set the
 * warning. `dragged` is the job, from the first step on.
 */
export function useGridOverlaps({ view, day, jobOf, findDays, landing }: GridOverlaps) {
  const { jobs: cards } = useJobs(withoutDays);
  const warningOf = useOverlaps(
    useMemo(() => shownDays(view, day), [view, day]),
    cards,
  );
  const calendar = useWorkCalendar();
  const [shown, setShown] = useState<ShownNote | null>(null);
  const pointer = useRef<Point>({ x: 0, y: 0 });

  useEffect(() => {
    const follow = ({ clientX: x, clientY: y }: PointerEvent) => {
      pointer.current = { x, y };
    };
    const end = () => setShown(null);
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerdown', follow);
    for (const name of ends) window.addEventListener(name, end, { capture: true });
    return () => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerdown', follow);
      for (const name of ends) window.removeEventListener(name, end, { capture: true });
    };
  }, []);

  const step = useCallback(
    (id: string, { startStr, endStr }: Step): true => {
      const drawn: Span = fromGrid({ start: startStr.slice(0, 10), end: endStr.slice(0, 10) });
      const job = jobOf(id);
      const { startDate, endDate } = job ?? {};
      const span = startDate && endDate ? landing({ startDate, endDate }, drawn) : drawn;
      const assignee = job && findDays(job);
      const conflict = assignee ? conflictText(assignee, span, calendar) : null;
      const warning = [conflict, warningOf(id, span)].filter((text) => text !== null).join(' ') || null;
      // Where the grid draws a moved bar shorter than it will be, and while an end is dragged.
      const isResized = !!startDate && !!endDate && length({ startDate, endDate }) !== length(drawn);
      const isDrawn = length(span) === length(drawn) && !isResized;
      const days = isDrawn || calendar === null ? null : lengthText(span, calendar);
      const at = { ...pointer.current };
      // The grid calls this during its render, so the tooltip is updated afterwards.
      queueMicrotask(() => setShown((now) => ({ id, days, warning, at: now?.at ?? at })));
      return true;
    },
    [warningOf, jobOf, findDays, landing, calendar],
  );

  /** Called while a bar is dragged or resized. */
  const overBar = useCallback((to: Step, event: { id: string } | null) => step(event?.id ?? '', to), [step]);
  /** Called while a card of the strip is dragged. The grid does not know which one; the strip marks it. */
  const overCard = useCallback(
    (to: Step) => step(document.querySelector<HTMLElement>('[data-lifted]')?.dataset.job ?? '', to),
    [step],
  );
  const note: ReactNode = shown && (shown.warning !== null || shown.days !== null) && (
    <PointerTooltip at={shown.at} warning={shown.warning} {...(shown.days && { title: shown.days })} />
  );
  return { overBar, overCard, note, dragged: shown?.id ?? null };
}
