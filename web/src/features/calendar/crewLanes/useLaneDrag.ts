import type { Job, Span } from '@bindings';
import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { isScheduled, scheduleDrop } from '@/wasm/rules';

import type { KeepLength } from '../availability/useKeepLength';
import { later } from '../grid/spans';
import { isOverStrip } from '../grid/stripTarget';
import { suppressClickOnRelease, suppressNextClick } from '../grid/useBlockedDrags';
import type { Point } from '../overlaps/PointerTooltip';
import { edgeScrollStep } from './edgeScroll';

/** The duration of a long press that lifts a bar, in ms. */
const longPress = 300;

/** Beyond this distance, in px, a finger scrolls and a mouse drags. */
const slack = 6;

/** The number of frames at the edge before scrolling starts, so that crossing it does not scroll. */
const framesAtEdge = 12;

/** The dragged part of a bar: all of it, or one of its ends. */
export type DragHandle = 'whole' | 'start' | 'end';

/** Where a job would be dropped; `unscheduled` removes its dates. */
export type DropTarget = { key: string; span: Span } | 'unscheduled' | null;

export interface Drag {
  job: Job;
  grip: DragHandle;
  target: DropTarget;
  /** Where the pointer was when the bar was lifted. */
  at: Point;
}

interface LaneDrag {
  /** The element that scrolls. */
  board: RefObject<HTMLElement | null>;
  /** The visible days, one per column. */
  days: readonly string[];
  jobOf: (id: string) => Job | undefined;
  /** The key of a job's lane. */
  keyOf: (job: Job) => string;
  /** Whether its days may change, and whether it may be reassigned. */
  mayMove: (job: Job) => boolean;
  mayGive: (job: Job) => boolean;
  keepLength: KeepLength;
  drop: (job: Job, target: NonNullable<DropTarget>) => void;
}

const same = (a: DropTarget, b: DropTarget): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    typeof a === 'object' &&
    typeof b === 'object' &&
    a.key === b.key &&
    a.span.startDate === b.span.startDate &&
    a.span.endDate === b.span.endDate);

/** The column under the pointer; null outside the days. */
function columnAt(board: HTMLElement, x: number, count: number): number | null {
  const days = board.querySelector('[data-days]')?.getBoundingClientRect();
  if (days === undefined || days.width === 0) return null;
  const bounds = board.getBoundingClientRect();
  const head = board.querySelector('[data-corner]')?.getBoundingClientRect().right ?? bounds.left;
  if (x < head || x > bounds.right) return null;
  return Math.min(count - 1, Math.max(0, Math.floor(((x - days.left) / days.width) * count)));
}

/** The days of a job after one of its ends was moved by some days. */
function resized({ startDate, endDate }: Span, grip: 'start' | 'end', by: number): Span {
  const there = later(grip === 'end' ? endDate : startDate, by);
  return grip === 'end'
    ? { startDate, endDate: there < startDate ? startDate : there }
    : { startDate: there > endDate ? endDate : there, endDate };
}

/**
 * A mouse drags a bar at once, a finger after a long press. It can be dropped on other days, another lane, or among the
 * unscheduled jobs; Esc or any other place leaves it where it was. The board scrolls near its edges.
 */
export function useLaneDrag(drag: LaneDrag) {
  const [lifted, setLifted] = useState<Drag | null>(null);
  const latest = useRef(drag);
  useEffect(() => {
    latest.current = drag;
  });
  const ended = useRef<AbortController | null>(null);
  useEffect(() => () => ended.current?.abort(), []);

  // The browser decides at the first touch whether scrolling can be prevented later.
  const scrolls = useRef(true);
  useEffect(() => {
    const still = (event: Event) => {
      if (!scrolls.current) event.preventDefault();
    };
    window.addEventListener('touchmove', still, { passive: false });
    return () => window.removeEventListener('touchmove', still);
  }, []);

  const press = useCallback((down: PointerEvent<HTMLElement>) => {
    const element = down.target as Element;
    const id = element.closest<HTMLElement>('[data-job]')?.dataset.job;
    const job = id === undefined ? undefined : latest.current.jobOf(id);
    const { mayMove, mayGive, keyOf, board } = latest.current;
    if (job === undefined || down.button !== 0 || !down.isPrimary || !(mayMove(job) || mayGive(job))) return;
    ended.current?.abort();
    const done = new AbortController();
    ended.current = done;
    const { signal } = done;
    /** A lifted card leaves a ghost in the strip; lanes render their lifted bars themselves. */
    const card = element.closest<HTMLElement>('[data-strip] [data-job]');
    const touch = down.pointerType === 'touch';
    const from = { x: down.clientX, y: down.clientY };
    const grip =
      (mayMove(job) && (element.closest<HTMLElement>('[data-grip]')?.dataset.grip as DragHandle)) || 'whole';
    const own = keyOf(job);
    const { startDate, endDate } = job;
    const span = isScheduled(startDate, endDate) ? ({ startDate, endDate } as Span) : null;
    const columns = () => latest.current.days.length;
    const began = board.current && columnAt(board.current, from.x, columns());
    let at = from;
    let target: DropTarget = null;
    let isLifted = false;
    let frame = 0;
    /** The number of frames that the pointer has been near an edge. */
    let framesNear = 0;

    const targetAt = (): DropTarget => {
      if (board.current === null) return null;
      if (grip === 'whole' && span !== null && isOverStrip({ clientX: at.x, clientY: at.y })) {
        return mayMove(job) ? 'unscheduled' : null;
      }
      const under = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-lane]')?.dataset.lane;
      const column = columnAt(board.current, at.x, columns());
      const key = grip === 'whole' ? under : own;
      if (key === undefined) return null;
      if (span === null) {
        const day = column === null ? undefined : latest.current.days[column];
        return day === undefined ? null : { key, span: scheduleDrop(day) };
      }
      // A job over the lane names keeps its days, and so does a job that may only be reassigned.
      const fixed = column === null || began === null || (!mayMove(job) && key !== own);
      if (fixed || column === began) return { key, span };
      const by = column - began;
      const moved =
        grip === 'whole'
          ? latest.current.keepLength(span, later(span.startDate, by))
          : resized(span, grip, by);
      return { key, span: moved };
    };

    const updateTarget = () => {
      const next = targetAt();
      if (same(next, target) && isLifted) return;
      target = next;
      setLifted({ job, grip, target, at });
    };
    const step = () => {
      if (board.current !== null) {
        const { left, top } = edgeScrollStep(board.current, at);
        const near = left !== 0 || top !== 0;
        framesNear = near ? framesNear + 1 : 0;
        if (near && framesNear > framesAtEdge) board.current.scrollBy(left, top);
      }
      updateTarget();
      frame = requestAnimationFrame(step);
    };
    const lift = () => {
      updateTarget();
      isLifted = true;
      if (card != null) card.dataset.lifted = 'true';
      scrolls.current = false;
      if (touch) navigator.vibrate?.(16);
      frame = requestAnimationFrame(step);
    };
    const timer = touch ? setTimeout(lift, longPress) : undefined;
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      scrolls.current = true;
      if (card != null) delete card.dataset.lifted;
      setLifted(null);
    });

    const follow = (event: globalThis.PointerEvent) => {
      at = { x: event.clientX, y: event.clientY };
      if (isLifted || Math.hypot(at.x - from.x, at.y - from.y) <= slack) return;
      if (touch) done.abort();
      else lift();
    };
    const onRelease = (event: globalThis.PointerEvent) => {
      at = { x: event.clientX, y: event.clientY };
      if (isLifted) {
        suppressNextClick();
        updateTarget();
      }
      done.abort();
      if (isLifted && target !== null) latest.current.drop(job, target);
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isLifted) return;
      event.stopPropagation();
      suppressClickOnRelease();
      done.abort();
    };
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', onRelease, { signal });
    window.addEventListener('pointercancel', () => done.abort(), { signal });
    window.addEventListener('keydown', onEscape, { signal, capture: true });
    window.addEventListener('contextmenu', (event) => touch && event.preventDefault(), { signal });
    // Prevents the browser from dragging a link or selected text.
    window.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
  }, []);

  return { lifted, press };
}
