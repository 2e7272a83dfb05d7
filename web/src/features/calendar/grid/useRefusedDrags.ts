import { type PointerEvent, useCallback } from 'react';
import { popup } from '@/ui/popups';

/** What the grid and the strip wait for before a touch becomes a drag, in ms. */
export const longPress = 350;

/** A drag begins after this many px. */
export const slack = 6;

/** The release of a drag is no click: the one that follows at once goes nowhere. A new press is a click of its own. */
export function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.stopPropagation();
    event.preventDefault();
  };
  const over = new AbortController();
  const { signal } = over;
  window.addEventListener('click', swallow, { capture: true, once: true, signal });
  window.addEventListener('pointerdown', () => over.abort(), { capture: true, signal });
  setTimeout(() => over.abort(), 50);
}

/** Somebody gave up a drag and still holds the button: letting go of it is no click either. */
export function swallowRelease(): void {
  window.addEventListener('pointerup', swallowClick, { capture: true, once: true });
}

/**
 * Jobs and appointments that may not be moved do not follow the pointer. Whoever tries all the same is told why: a
 * mouse on release, a finger after the long press that would have lifted them.
 */
export function useRefusedDrags(
  reasonOf: (id: string) => string | null,
  dragged: 'job' | 'appointment' = 'job',
) {
  return useCallback(
    (down: PointerEvent<HTMLElement>) => {
      const id = (down.target as Element).closest<HTMLElement>(`[data-${dragged}]`)?.dataset[dragged];
      const reason = id === undefined || down.button !== 0 ? null : reasonOf(id);
      if (reason === null) return;
      const touch = down.pointerType === 'touch';
      const far = (event: globalThis.PointerEvent) =>
        Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > slack;
      const done = new AbortController();
      const tell = () => {
        done.abort();
        swallowClick();
        void popup.oops(reason);
      };
      const { signal } = done;
      const pressed = touch ? setTimeout(tell, longPress) : undefined;
      signal.addEventListener('abort', () => clearTimeout(pressed));
      window.addEventListener(
        'pointerup',
        (up) => {
          if (!touch && far(up)) tell();
          else done.abort();
        },
        { signal },
      );
      window.addEventListener('pointercancel', () => done.abort(), { signal });
      if (touch) window.addEventListener('pointermove', (move) => far(move) && done.abort(), { signal });
    },
    [reasonOf, dragged],
  );
}
