import type { JobId } from '@bindings';
import { useCallback } from 'react';
import { type To, useLocation } from 'react-router';
import { useLeave } from '@/ui/leaving';

/** The parameter of the address that says which tab of the job page is open. */
export const viewParameter = 'view';

/** From an overlay back to the page under it, with the filters and the month it was left with. */
export function useWayBack(base: string) {
  const leave = useLeave();
  const { search } = useLocation();

  const under = useCallback((): string => {
    const kept = new URLSearchParams(search);
    kept.delete(viewParameter);
    return kept.toString();
  }, [search]);

  const close = useCallback(() => leave({ pathname: base, search: under() }), [leave, base, under]);

  /** Where a job opens over this page. */
  const jobAddress = (id: JobId): To => ({
    pathname: base === '/app/calendar' ? `${base}/job/details/${id}` : `${base}/${id}`,
    search: under(),
  });

  return { close, jobAddress };
}
