import { type RefObject, useEffect, useRef } from 'react';

/** How many pictures the grid may take until it has drawn a bar anew. */
const patience = 6;

/** The focus is nowhere: what had it is gone. */
const isLost = () => document.activeElement === null || document.activeElement === document.body;

const jobAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-job]')?.dataset.job : undefined;

/**
 * A change draws bars anew, also one that somebody else made. The bar that had the focus gets it back, as long as the
 * focus went nowhere else.
 */
export function useFocusKept(grid: RefObject<HTMLElement | null>, drawn: unknown): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    const note = ({ target }: Event) => {
      const inside = target instanceof Element && grid.current?.contains(target) === true;
      // A popup that tells of a failure is gone through on the way back to the bar.
      const asked = target instanceof Element && target.closest('[role="alertdialog"]') !== null;
      if (!asked) last.current = (inside ? jobAt(target) : null) ?? null;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [grid]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every drawing may replace the bar.
  useEffect(() => {
    let frame = 0;
    let left = patience;
    const look = () => {
      if (last.current !== null && isLost()) {
        const bar = grid.current?.querySelector<HTMLElement>(`[data-job="${CSS.escape(last.current)}"]`);
        bar?.focus({ preventScroll: true });
      }
      left -= 1;
      if (left > 0) frame = requestAnimationFrame(look);
    };
    const closed = () => {
      left = 1;
      frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    window.addEventListener('keyup', closed);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('keyup', closed);
    };
  }, [grid, drawn]);
}
