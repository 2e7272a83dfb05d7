import type { Span } from '@bindings';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useJobs } from '@/queries/jobs/jobs';
import { useOverlaps } from '@/queries/jobs/overlaps';
import { fromGrid } from '@/wasm/rules';

import { shownDays, type View } from '../calendarDays';
import { type Point, PointerTooltip } from './PointerTooltip';

/** A step of a drag as the grid reports it. Its end is exclusive: the day after the last day of work. */
interface Step {
  startStr: string;
  endStr: string;
}

interface ShownWarning {
  warning: string;
  at: Point;
}

const withoutDays = { unscheduled: true };

const ends = ['pointerup', 'pointercancel', 'mouseup', 'touchend', 'keydown'] as const;

/**
 * Warns beside the pointer while a job is dragged onto days on which its crew has other jobs. At every step the
 * grid calls `overBar` or `overCard` to ask whether a drop is allowed. They always allow it and set the warning.
 */
export function useGridOverlaps(view: View, day: string) {
  const { jobs: cards } = useJobs(withoutDays);
  const warningOf = useOverlaps(
    useMemo(() => shownDays(view, day), [view, day]),
    cards,
  );
  const [shown, setShown] = useState<ShownWarning | null>(null);
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
      const span: Span = fromGrid({ start: startStr.slice(0, 10), end: endStr.slice(0, 10) });
      const warning = warningOf(id, span);
      const at = { ...pointer.current };
      // The grid calls this during its render, so the tooltip is updated afterwards.
      queueMicrotask(() => setShown((now) => (warning === null ? null : { warning, at: now?.at ?? at })));
      return true;
    },
    [warningOf],
  );

  /** Called while a bar is dragged or resized. */
  const overBar = useCallback((to: Step, event: { id: string } | null) => step(event?.id ?? '', to), [step]);
  /** Called while a card of the strip is dragged. The grid does not know which one; the strip marks it. */
  const overCard = useCallback(
    (to: Step) => step(document.querySelector<HTMLElement>('[data-lifted]')?.dataset.job ?? '', to),
    [step],
  );
  const note: ReactNode = shown && <PointerTooltip at={shown.at} warning={shown.warning} />;
  return { overBar, overCard, note };
}
