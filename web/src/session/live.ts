/** What others change shows by itself while somebody is signed in. */
import type { CompanyId } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Listens while the component that asks is drawn. One of them is enough. Null listens to nothing. */
export function useLive(companyId: CompanyId | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (companyId === null) return;
    let stop: (() => void) | undefined;
    let gone = false;
    const start = async () => {
      // After the first paint. A page that is out of date finds no such chunk: it asks every few seconds.
      const live = await import('./liveSession').catch(() => undefined);
      if (!gone) stop = live?.listen(queries, companyId);
    };
    void start();
    return () => {
      gone = true;
      stop?.();
    };
  }, [queries, companyId]);
}
