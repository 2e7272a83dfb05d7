import { useEffect } from 'react';

import { dragThreshold, suppressClickOnRelease } from './useBlockedDrags';

/** A position outside all days. */
const nowhere = { bubbles: true, clientX: -10_000, clientY: -10_000 };

/**
 * Esc cancels a drag by mouse. The grid has no API for that, so it gets synthetic events: a move off the grid and a
 * release there.
 */
export function useDragCancel(): void {
  useEffect(() => {
    let from: MouseEvent | null = null;
    let dragging = false;
    const press = (event: MouseEvent) => {
      const held = event.target instanceof Element && event.target.closest('[data-job], [data-appointment]');
      from = held && event.button === 0 ? event : null;
      dragging = false;
    };
    const move = ({ clientX, clientY }: MouseEvent) => {
      if (from !== null)
        dragging ||= Math.hypot(clientX - from.clientX, clientY - from.clientY) > dragThreshold;
    };
    const end = () => {
      from = null;
      dragging = false;
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !dragging) return;
      // Dialogs stay open.
      event.stopPropagation();
      document.dispatchEvent(new MouseEvent('mousemove', nowhere));
      document.dispatchEvent(new MouseEvent('mouseup', nowhere));
      suppressClickOnRelease();
    };
    const over = new AbortController();
    const options = { capture: true, signal: over.signal };
    window.addEventListener('mousedown', press, options);
    window.addEventListener('mousemove', move, options);
    window.addEventListener('mouseup', end, options);
    window.addEventListener('keydown', onEscape, options);
    return () => over.abort();
  }, []);
}
