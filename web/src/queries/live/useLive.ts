/** Shows the changes of others without a reload while somebody is signed in. */
import type { CompanyId } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Keeps the live connection open while the component is mounted; one such component is enough. Null connects to
 * nothing.
 */
export function useLive(companyId: CompanyId | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (companyId === null) return;
    let stop: (() => void) | undefined;
    let gone = false;
    const start = async () => {
      // Loaded after the first paint. An outdated page finds no such chunk, and polls every few seconds.
      const live = await import('./liveConnection').catch(() => undefined);
      if (!gone) stop = live?.connectLive(queries, companyId);
    };
    void start();
    return () => {
      gone = true;
      stop?.();
    };
  }, [queries, companyId]);
}
