import { type PointerEvent, useRef, useState } from 'react';

/** How far a finger must go until it means the next photo, in px. */
const meant = 48;

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
    /** Whether the last touch was a movement, so that the click that ends it means nothing. */
    moved: () => farthest.current > 8,
    bind: {
      onPointerDown: ({ pointerId, clientX, isPrimary }: PointerEvent) => {
        farthest.current = 0;
        from.current = isPrimary ? { pointer: pointerId, x: clientX } : null;
      },
      onPointerMove: ({ pointerId, clientX }: PointerEvent) => {
        if (from.current?.pointer !== pointerId) return;
        const way = clientX - from.current.x;
        farthest.current = Math.max(farthest.current, Math.abs(way));
        setShift(way);
      },
      onPointerUp: ({ pointerId, clientX }: PointerEvent) => {
        const way = from.current?.pointer === pointerId ? clientX - from.current.x : 0;
        end();
        if (Math.abs(way) >= meant) step(way < 0 ? 1 : -1);
      },
      onPointerCancel: end,
    },
  };
}
