import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useCloseOverlay } from '@/ui/navigation/closeOverlay';

/** The query parameter of the open vendor. */
const open = 'vendor';

/**
 * Whether the list or one vendor is open, in the address. Closing returns to the previous page, such as a purchase
 * order, else to the jobs with their filters.
 */
export function useVendorParam() {
  const goTo = useCloseOverlay();
  const { state } = useLocation() as { state: { from?: string } | null };
  const [params, setParams] = useSearchParams();

  const leave = useCallback(() => {
    const rest = new URLSearchParams(params);
    rest.delete(open);
    goTo(state?.from ?? { pathname: '/app/jobs', search: rest.toString() });
  }, [goTo, params, state]);

  const show = useCallback(
    (id: string | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (id === null) next.delete(open);
          else next.set(open, id);
          return next;
        },
        { replace: true, state },
      ),
    [setParams, state],
  );

  return { vendorId: params.get(open), show, leave };
}
