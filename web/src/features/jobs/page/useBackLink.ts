import type { JobId } from '@bindings';
import { useCallback } from 'react';
import { type To, useLocation } from 'react-router';
import { useCloseOverlay } from '@/ui/navigation/closeOverlay';

/** The query parameter of the open tab of the job page. */
export const viewParameter = 'view';

/** Links from an overlay back to the page under it, with the filters and the month of that page. */
export function useBackLink(base: string) {
  const leave = useCloseOverlay();
  const { search } = useLocation();

  const under = useCallback((): string => {
    const params = new URLSearchParams(search);
    params.delete(viewParameter);
    return params.toString();
  }, [search]);

  const close = useCallback(() => leave({ pathname: base, search: under() }), [leave, base, under]);

  /** The address of a job over the same page. */
  const jobAddress = (id: JobId): To => ({
    pathname: base === '/app/calendar' ? `${base}/job/details/${id}` : `${base}/${id}`,
    search: under(),
  });

  /** The address of the form of a new job over the same page. */
  const newJobAddress: To = {
    pathname: base === '/app/calendar' ? `${base}/newJob` : `${base}/new`,
    search: under(),
  };

  return { close, jobAddress, newJobAddress };
}
