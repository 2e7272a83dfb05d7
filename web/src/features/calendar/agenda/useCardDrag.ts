import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { longPressDelay, suppressNextClick } from '../grid/useBlockedDrags';

/** Beyond this distance, in px, a finger scrolls and a mouse drags. */
const slack = 6;

/** The distance to the edge of the screen, in px, at which the list scrolls during a drag, and the px per frame. */
const edge = 56;
const pace = 9;

/** Where a card can be dropped: on a day, or among the unscheduled jobs. */
export type DropTarget = { day: string } | 'unscheduled';

export interface DraggedState {
  id: string;
  /** The day whose list contains the card. */
  day: string;
  /** Where it would be dropped; null if it would stay. */
  over: DropTarget | null;
}

interface Press {
  id: string;
  day: string;
  touch: boolean;
  x: number;
  y: number;
  isLifted: boolean;
}

interface CardDrag {
  /** What the cards show. */
  dragged?: 'job' | 'appointment';
  mayLift: (id: string) => boolean;
  drop: (id: string, from: string, to: DropTarget) => void;
}

function targetAt(x: number, y: number, from: string): DropTarget | null {
  const place = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')?.dataset.drop;
  if (place === undefined || place === from) return null;
  return place === 'unscheduled' ? place : { day: place };
}

const sameTarget = (a: DropTarget | null, b: DropTarget | null) =>
  a === b || (typeof a === 'object' && typeof b === 'object' && a?.day === b?.day);

/** The scroll step near the edges of the list, which is visible between the header and the bars at the bottom. */
function scrolledBy(y: number): number {
  const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const bars = document.querySelectorAll('[data-drop="unscheduled"], [data-foot]');
  const bottom = Math.min(window.innerHeight, ...[...bars].map((bar) => bar.getBoundingClientRect().top));
  if (y > top && y < top + edge) return -pace;
  return y < bottom && y > bottom - edge ? pace : 0;
}

/** Half the width of the dragged card, and its height with the gap to the finger, in px. */
const half = 116;
const high = 110;

/** Keeps the dragged card on the screen: above the finger, or below it at the top. */
function follow(ghost: HTMLElement, x: number, y: number): void {
  const within = Math.min(Math.max(x, half), window.innerWidth - half);
  ghost.style.translate = `${within}px ${y}px`;
  ghost.toggleAttribute('data-below', y < high);
}

/**
 * A long press lifts a card; a mouse drags it at once. It follows the pointer until it is released over another day;
 * Esc or a release elsewhere leaves the card where it was. `ghost` is the element that follows the pointer.
 */
export function useCardDrag(
  list: RefObject<HTMLElement | null>,
  { dragged = 'job', mayLift, drop }: CardDrag,
) {
  const [lifted, setLifted] = useState<DraggedState | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const pressed = useRef<Press | null>(null);
  const place = useRef({ x: 0, y: 0 });

  // The browser decides at the first touch whether scrolling can be prevented later.
  useEffect(() => {
    const still = (event: Event) => pressed.current?.isLifted && event.preventDefault();
    const menu = (event: Event) => pressed.current?.touch && event.preventDefault();
    const at = list.current;
    at?.addEventListener('touchmove', still, { passive: false });
    at?.addEventListener('contextmenu', menu);
    return () => {
      at?.removeEventListener('touchmove', still);
      at?.removeEventListener('contextmenu', menu);
    };
  }, [list]);

  const ended = useRef<AbortController | null>(null);
  useEffect(() => () => ended.current?.abort(), []);

  const onPointerDown = useCallback(
    (down: PointerEvent<HTMLElement>) => {
      const target = down.target as Element;
      const { [dragged]: id, day } = target.closest<HTMLElement>(`[data-${dragged}]`)?.dataset ?? {};
      if (id === undefined || day === undefined || down.button !== 0 || !down.isPrimary || !mayLift(id))
        return;
      ended.current?.abort();
      const done = new AbortController();
      ended.current = done;
      const touch = down.pointerType === 'touch';
      const press: Press = { id, day, touch, x: down.clientX, y: down.clientY, isLifted: false };
      pressed.current = press;
      place.current = { x: press.x, y: press.y };
      let over: DropTarget | null = null;
      let frame = 0;

      const updateTarget = () => {
        const { x, y } = place.current;
        const next = targetAt(x, y, day);
        if (!sameTarget(next, over)) {
          over = next;
          if (next !== null) navigator.vibrate?.(8);
          setLifted({ id, day, over });
        }
        if (ghost.current !== null) follow(ghost.current, x, y);
      };
      const scroll = () => {
        const by = scrolledBy(place.current.y);
        if (by !== 0) window.scrollBy(0, by);
        updateTarget();
        frame = requestAnimationFrame(scroll);
      };
      const lift = () => {
        press.isLifted = true;
        navigator.vibrate?.(16);
        setLifted({ id, day, over: null });
        frame = requestAnimationFrame(scroll);
      };
      const timer = touch ? setTimeout(lift, longPressDelay) : undefined;
      const { signal } = done;
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        cancelAnimationFrame(frame);
        pressed.current = null;
        setLifted(null);
      });

      const move = (event: globalThis.PointerEvent) => {
        place.current = { x: event.clientX, y: event.clientY };
        if (press.isLifted) return;
        if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= slack) return;
        if (touch) done.abort();
        else lift();
      };
      const up = (event: globalThis.PointerEvent) => {
        place.current = { x: event.clientX, y: event.clientY };
        if (press.isLifted) {
          suppressNextClick();
          updateTarget();
        }
        done.abort();
        if (over !== null) drop(id, day, over);
      };
      const key = (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !press.isLifted) return;
        event.stopPropagation();
        suppressNextClick();
        done.abort();
      };
      window.addEventListener('pointermove', move, { signal });
      window.addEventListener('pointerup', up, { signal });
      window.addEventListener('pointercancel', () => done.abort(), { signal });
      window.addEventListener('keydown', key, { signal, capture: true });
    },
    [dragged, mayLift, drop],
  );

  return { lifted, ghost, onPointerDown };
}
