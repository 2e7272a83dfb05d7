import { type PointerEvent, useCallback } from 'react';
import { popup } from '@/ui/overlays/popups';

/** What the grid and the strip wait for before a touch becomes a drag, in ms. */
export const longPressDelay = 350;

/** A drag begins after this many px. */
export const dragThreshold = 6;

/** Suppresses the click that follows the release of a drag. A new press is a click of its own. */
export function suppressNextClick(): void {
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

/** The same for a canceled drag whose button is still pressed. */
export function suppressClickOnRelease(): void {
  window.addEventListener('pointerup', suppressNextClick, { capture: true, once: true });
}

/**
 * Jobs and appointments that may not be moved do not follow the pointer. An attempt shows the reason: on release of
 * the mouse, or after a long press.
 */
export function useBlockedDrags(
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
        Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > dragThreshold;
      const done = new AbortController();
      const tell = () => {
        done.abort();
        suppressNextClick();
        void popup.oops(reason);
      };
      const { signal } = done;
      const pressed = touch ? setTimeout(tell, longPressDelay) : undefined;
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
