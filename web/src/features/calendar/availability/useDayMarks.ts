import { useCallback, useLayoutEffect, useRef } from 'react';
import { type AssigneeDays, stateText } from '@/components/planning/dayStates';

import type { ClosedDays } from './useClosedDays';

/** What a cell shows: whether it is a working day, a name, and during a move whether somebody is free. */
function mark(cell: HTMLElement, closed: ClosedDays | null, moving: AssigneeDays | null): void {
  const { date = '' } = cell.dataset;
  const state = moving?.days.get(date);
  const label = [closed?.get(date), state && stateText(state)].filter(Boolean).join(' · ');
  const set = (name: string, value: string | undefined) => {
    if (value === undefined || value === '') delete cell.dataset[name];
    else cell.dataset[name] = value;
  };
  set('work', closed === null ? undefined : closed.has(date) ? 'no' : 'yes');
  set('state', state?.state);
  set('label', label);
}

/**
 * Marks the days of the grid in the page itself: the grid would rebuild itself for other options, and a running drag
 * would be lost.
 */
export function useDayMarks(closed: ClosedDays | null, moving: AssigneeDays | null) {
  const cells = useRef(new Set<HTMLElement>());
  const newest = useRef({ closed, moving });
  useLayoutEffect(() => {
    newest.current = { closed, moving };
    for (const cell of cells.current) mark(cell, closed, moving);
  }, [closed, moving]);
  const dayCellDidMount = useCallback(({ el, inPopover }: { el: HTMLElement; inPopover: boolean }) => {
    if (inPopover) return;
    cells.current.add(el);
    mark(el, newest.current.closed, newest.current.moving);
  }, []);
  const dayCellWillUnmount = useCallback(({ el }: { el: HTMLElement }) => {
    cells.current.delete(el);
  }, []);
  return { dayCellDidMount, dayCellWillUnmount };
}
