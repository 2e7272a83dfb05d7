import { type RefObject, useEffect, useRef } from 'react';

/** The number of frames that the grid may take to render a bar again. */
const maxFrames = 6;

/** True if no element has the focus, because the focused one was removed. */
const isLost = () => document.activeElement === null || document.activeElement === document.body;

const jobAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-job]')?.dataset.job : undefined;

/**
 * Rendering new events replaces the elements of the bars. The focused bar gets the focus back, unless the focus has
 * moved elsewhere.
 */
export function useFocusRestore(grid: RefObject<HTMLElement | null>, drawn: unknown): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    const note = ({ target }: Event) => {
      const inside = target instanceof Element && grid.current?.contains(target) === true;
      // A popup about a failure returns the focus to the bar.
      const inPopup = target instanceof Element && target.closest('[role="alertdialog"]') !== null;
      if (!inPopup) last.current = (inside ? jobAt(target) : null) ?? null;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [grid]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every render may replace the bar.
  useEffect(() => {
    let frame = 0;
    let left = maxFrames;
    const mode = () => {
      if (last.current !== null && isLost()) {
        const bar = grid.current?.querySelector<HTMLElement>(`[data-job="${CSS.escape(last.current)}"]`);
        bar?.focus({ preventScroll: true });
      }
      left -= 1;
      if (left > 0) frame = requestAnimationFrame(mode);
    };
    const closed = () => {
      left = 1;
      frame = requestAnimationFrame(mode);
    };
    frame = requestAnimationFrame(mode);
    window.addEventListener('keyup', closed);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('keyup', closed);
    };
  }, [grid, drawn]);
}
