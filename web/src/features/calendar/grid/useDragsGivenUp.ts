import { useEffect } from 'react';

import { slack, swallowRelease } from './useRefusedDrags';

/** A place that is over no day. */
const nowhere = { bubbles: true, clientX: -10_000, clientY: -10_000 };

/**
 * Esc leaves what a mouse drags where it was. The grid knows no such way out, so it is told what it does know: the mouse
 * went where no day is, and was let go there.
 */
export function useDragsGivenUp(): void {
  useEffect(() => {
    let from: MouseEvent | null = null;
    let dragging = false;
    const press = (event: MouseEvent) => {
      const held = event.target instanceof Element && event.target.closest('[data-job], [data-appointment]');
      from = held && event.button === 0 ? event : null;
      dragging = false;
    };
    const move = ({ clientX, clientY }: MouseEvent) => {
      if (from !== null) dragging ||= Math.hypot(clientX - from.clientX, clientY - from.clientY) > slack;
    };
    const end = () => {
      from = null;
      dragging = false;
    };
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !dragging) return;
      // What lies open stays open.
      event.stopPropagation();
      document.dispatchEvent(new MouseEvent('mousemove', nowhere));
      document.dispatchEvent(new MouseEvent('mouseup', nowhere));
      swallowRelease();
    };
    const over = new AbortController();
    const options = { capture: true, signal: over.signal };
    window.addEventListener('mousedown', press, options);
    window.addEventListener('mousemove', move, options);
    window.addEventListener('mouseup', end, options);
    window.addEventListener('keydown', giveUp, options);
    return () => over.abort();
  }, []);
}
