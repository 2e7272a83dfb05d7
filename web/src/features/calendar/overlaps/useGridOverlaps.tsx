import type { Span } from '@bindings';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useJobs } from '@/queries/jobs/jobs';
import { useOverlaps } from '@/queries/jobs/overlaps';
import { fromGrid } from '@/wasm/rules';

import { shownDays, type View } from '../calendarDays';
import { type Point, PointerTooltip } from './PointerTooltip';

/** A step of a drag as the grid reports it. Its end is exclusive: the day after the last one worked. */
interface Step {
  startStr: string;
  endStr: string;
}

interface Said {
  warning: string;
  at: Point;
}

const withoutDays = { unscheduled: true };

const ends = ['pointerup', 'pointercancel', 'mouseup', 'touchend', 'keydown'] as const;

/**
 * Warns beside the pointer while a job is dragged onto days on which its crew has other jobs. The grid asks at every
 * step whether a drop is allowed: it always is, and the warning is derived from the question.
 */
export function useGridOverlaps(view: View, day: string) {
  const { jobs: cards } = useJobs(withoutDays);
  const warningOf = useOverlaps(
    useMemo(() => shownDays(view, day), [view, day]),
    cards,
  );
  const [said, setSaid] = useState<Said | null>(null);
  const pointer = useRef<Point>({ x: 0, y: 0 });

  useEffect(() => {
    const follow = ({ clientX: x, clientY: y }: PointerEvent) => {
      pointer.current = { x, y };
    };
    const end = () => setSaid(null);
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
      const span: Span = fromGrid({ start: startStr.slice(0, 10), end: endStr.slice(0, 10) });
      const warning = warningOf(id, span);
      const at = { ...pointer.current };
      // The grid asks during its render, so the tooltip is updated afterwards.
      queueMicrotask(() => setSaid((now) => (warning === null ? null : { warning, at: now?.at ?? at })));
      return true;
    },
    [warningOf],
  );

  /** A bar is dragged or resized. */
  const overBar = useCallback((to: Step, event: { id: string } | null) => step(event?.id ?? '', to), [step]);
  /** A card of the strip is dragged: the grid does not know which, the strip marks it. */
  const overCard = useCallback(
    (to: Step) => step(document.querySelector<HTMLElement>('[data-lifted]')?.dataset.job ?? '', to),
    [step],
  );
  const note: ReactNode = said && <PointerTooltip at={said.at} warning={said.warning} />;
  return { overBar, overCard, note };
}
