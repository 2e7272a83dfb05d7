import { type PointerEvent, useRef, useState } from 'react';

/** The distance of a swipe that switches the photo, in px. */
const minDistance = 48;

/**
 * Follows a horizontal swipe. `step` is called with 1 for the next and -1 for the previous; pinching is left to the
 * browser.
 */
export function useSwipe(step: (by: 1 | -1) => void) {
  const from = useRef<{ pointer: number; x: number } | null>(null);
  const farthest = useRef(0);
  const [shift, setShift] = useState(0);

  const end = () => {
    from.current = null;
    setShift(0);
  };

  return {
    /** The current offset of the photo, in px. */
    shift,
    /** Whether the last touch was a swipe, so that the click that follows is ignored. */
    moved: () => farthest.current > 8,
    bind: {
      onPointerDown: ({ pointerId, clientX, isPrimary }: PointerEvent) => {
        farthest.current = 0;
        from.current = isPrimary ? { pointer: pointerId, x: clientX } : null;
      },
      onPointerMove: ({ pointerId, clientX }: PointerEvent) => {
        if (from.current?.pointer !== pointerId) return;
        const dx = clientX - from.current.x;
        farthest.current = Math.max(farthest.current, Math.abs(dx));
        setShift(dx);
      },
      onPointerUp: ({ pointerId, clientX }: PointerEvent) => {
        const dx = from.current?.pointer === pointerId ? clientX - from.current.x : 0;
        end();
        if (Math.abs(dx) >= minDistance) step(dx < 0 ? 1 : -1);
      },
      onPointerCancel: end,
    },
  };
}
