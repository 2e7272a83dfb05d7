/** Navigation from an overlay back to the page under it. */
import { useCallback } from 'react';
import { type To, useNavigate } from 'react-router';

/** The addresses in the history of this tab, in order. */
const visits: string[] = [];

/** The index of the current entry in the tab's history; undefined where the router does not set it. */
function historyIndex(): number | undefined {
  const { idx } = (window.history.state ?? {}) as { idx?: number };
  return idx;
}

/** An overlay is being closed by going back, until the next address. */
let closing = false;

/** Whether the app itself goes back. Whoever had typed something was asked before. */
export const isClosingOverlay = (): boolean => closing;

/** Records the current address. */
export function recordVisit(address: string): void {
  closing = false;
  const at = historyIndex();
  if (at !== undefined) visits[at] = address;
}

function hrefOf(to: To): string {
  if (typeof to === 'string') return to;
  const { pathname = '', search = '' } = to;
  return `${pathname}${search === '' || search.startsWith('?') ? search : `?${search}`}`;
}

/**
 * Navigates to the page under an overlay. If the user came from there, it goes back in the history: the browser's
 * Back does not open the overlay again.
 */
export function useCloseOverlay(): (to: To) => void {
  const navigate = useNavigate();
  return useCallback(
    (to) => {
      const at = historyIndex();
      if (at !== undefined && at > 0 && visits[at - 1] === hrefOf(to)) {
        closing = true;
        void navigate(-1);
      } else void navigate(to);
    },
    [navigate],
  );
}
