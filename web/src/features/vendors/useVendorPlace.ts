import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useLeave } from '@/ui/leaving';

/** The parameter of the address that says which vendor is open. */
const open = 'vendor';

/**
 * Where one stands in the vendors: the list, or one vendor. Leaving goes back to where one came from, such as a
 * purchase order, and else to the jobs with their filters.
 */
export function useVendorPlace() {
  const goTo = useLeave();
  const { state } = useLocation() as { state: { from?: string } | null };
  const [params, setParams] = useSearchParams();

  const leave = useCallback(() => {
    const kept = new URLSearchParams(params);
    kept.delete(open);
    goTo(state?.from ?? { pathname: '/app/jobs', search: kept.toString() });
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
