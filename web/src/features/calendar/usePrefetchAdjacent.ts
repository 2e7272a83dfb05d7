import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '@/queries/accounts/session';
import { prefetchJobs } from '@/queries/jobs/jobs';

import { shownDays, stepDay, type View } from './calendarDays';

/** Runs work when the browser has nothing better to do; the answer calls it off. */
function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const asked = window.requestIdleCallback(work, { timeout: 2_000 });
  return () => window.cancelIdleCallback(asked);
}

/** True if the user asked the browser to save data. Only some browsers report it. */
const sparing = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Fetches the view before and the view after this one once it is loaded, so that going there waits for nothing. */
export function usePrefetchAdjacent(view: View, day: string, loaded: boolean): void {
  const { company } = useSession();
  const queries = useQueryClient();
  const { companyType } = company;
  useEffect(() => {
    if (!loaded || sparing()) return;
    return whenIdle(() => {
      for (const by of [1, -1] as const) {
        void prefetchJobs(queries, companyType, shownDays(view, stepDay(view, day, by)));
      }
    });
  }, [queries, companyType, view, day, loaded]);
}
