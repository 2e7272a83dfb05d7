import { type PointerEvent, useCallback } from 'react';
import { popup } from '@/ui/overlays/popups';

/** The delay after which a touch becomes a drag in the grid and the strip, in ms. */
export const longPressDelay = 350;

/** The distance after which a drag begins, in px. */
export const dragThreshold = 6;

/** Suppresses the click that follows the release of a drag, but not the click of a new press. */
export function suppressNextClick(): void {
  const suppress = (event: MouseEvent) => {
    event.stopPropagation();
    event.preventDefault();
  };
  const over = new AbortController();
  const { signal } = over;
  window.addEventListener('click', suppress, { capture: true, once: true, signal });
  window.addEventListener('pointerdown', () => over.abort(), { capture: true, signal });
  setTimeout(() => over.abort(), 50);
}

/** The same for a canceled drag whose button is still pressed. */
export function suppressClickOnRelease(): void {
  window.addEventListener('pointerup', suppressNextClick, { capture: true, once: true });
}

/**
 * Jobs and appointments that may not be moved do not follow the pointer. An attempt shows the reason: when the
 * mouse is released, or after a long press.
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
      const showReason = () => {
        done.abort();
        suppressNextClick();
        void popup.oops(reason);
      };
      const { signal } = done;
      const pressed = touch ? setTimeout(showReason, longPressDelay) : undefined;
      signal.addEventListener('abort', () => clearTimeout(pressed));
      window.addEventListener(
        'pointerup',
        (up) => {
          if (!touch && far(up)) showReason();
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
