import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '@/queries/accounts/session';
import { prefetchJobs } from '@/queries/jobs/jobs';
import { whenIdle } from '@/ui/loading/whenIdle';

import { shownDays, stepDay, type View } from './calendarDays';

/** True if data saving is on in the browser. Only some browsers report it. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Prefetches the previous and the next view once this one has loaded, so that they open without waiting. */
export function usePrefetchAdjacent(view: View, day: string, loaded: boolean): void {
  const { company } = useSession();
  const queries = useQueryClient();
  const { companyType } = company;
  useEffect(() => {
    if (!loaded || savesData()) return;
    return whenIdle(() => {
      for (const by of [1, -1] as const) {
        void prefetchJobs(queries, companyType, shownDays(view, stepDay(view, day, by)));
      }
    });
  }, [queries, companyType, view, day, loaded]);
}
