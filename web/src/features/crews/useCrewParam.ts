import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { useCloseOverlay } from '@/ui/navigation/closeOverlay';

/** The query parameter of the open crew. */
const open = 'crew';

/** Whether the list or one crew is open, in the address. The filters of the jobs list under it stay in the address. */
export function useCrewParam() {
  const goTo = useCloseOverlay();
  const [params, setParams] = useSearchParams();

  const leave = useCallback(() => {
    const rest = new URLSearchParams(params);
    rest.delete(open);
    goTo({ pathname: '/app/jobs', search: rest.toString() });
  }, [goTo, params]);

  const show = useCallback(
    (id: string | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (id === null) next.delete(open);
          else next.set(open, id);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );

  return { crewId: params.get(open), show, leave };
}
