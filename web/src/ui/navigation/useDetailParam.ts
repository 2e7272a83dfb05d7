import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';

import { useCloseOverlay } from './closeOverlay';

/**
 * The open item of a list overlay, as a query parameter. Closing the list returns to the previous page, such as a
 * purchase order, else to the jobs with their filters.
 */
export function useDetailParam(name: string) {
  const goTo = useCloseOverlay();
  const { state } = useLocation() as { state: { from?: string } | null };
  const [params, setParams] = useSearchParams();

  const leave = useCallback(() => {
    const rest = new URLSearchParams(params);
    rest.delete(name);
    goTo(state?.from ?? { pathname: '/app/jobs', search: rest.toString() });
  }, [goTo, name, params, state]);

  const show = useCallback(
    (id: string | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (id === null) next.delete(name);
          else next.set(name, id);
          return next;
        },
        { replace: true, state },
      ),
    [name, setParams, state],
  );

  return { id: params.get(name), show, leave };
}
