/** The way out of what lies over a page. */
import { useCallback } from 'react';
import { type To, useNavigate } from 'react-router';

/** The addresses of this tab's visits, in the order of its history. */
const visits: string[] = [];

/** How many visits this tab has behind it; undefined where the router does not count them. */
function visitNumber(): number | undefined {
  const { idx } = (window.history.state ?? {}) as { idx?: number };
  return idx;
}

/** Notes the address that is shown now. */
export function noteVisit(address: string): void {
  const at = visitNumber();
  if (at !== undefined) visits[at] = address;
}

function written(to: To): string {
  if (typeof to === 'string') return to;
  const { pathname = '', search = '' } = to;
  return `${pathname}${search === '' || search.startsWith('?') ? search : `?${search}`}`;
}

/**
 * Leads to the page under an overlay. Who came from there goes back to that visit: the browser's Back does not open
 * the overlay again, it leads on to where they were before.
 */
export function useLeave(): (to: To) => void {
  const navigate = useNavigate();
  return useCallback(
    (to) => {
      const at = visitNumber();
      if (at !== undefined && at > 0 && visits[at - 1] === written(to)) void navigate(-1);
      else void navigate(to);
    },
    [navigate],
  );
}
