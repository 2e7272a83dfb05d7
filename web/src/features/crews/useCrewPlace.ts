import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { useLeave } from '@/ui/leaving';

/** The parameter of the address that says which crew is open. */
const open = 'crew';

/** Where one stands in the crews: the list, or one crew. The filters of the jobs list under it stay in the address. */
export function useCrewPlace() {
  const goTo = useLeave();
  const [params, setParams] = useSearchParams();

  const leave = useCallback(() => {
    const kept = new URLSearchParams(params);
    kept.delete(open);
    goTo({ pathname: '/app/jobs', search: kept.toString() });
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
