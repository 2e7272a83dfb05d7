/** Shows changes of other users without a reload. */
import type { CompanyId } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Keeps the live connection open while the component is mounted; one such component is enough. Null does not connect.
 */
export function useLive(companyId: CompanyId | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (companyId === null) return;
    let stop: (() => void) | undefined;
    let stopped = false;
    const start = async () => {
      // Loaded after the first paint. If the chunk is missing, because the page is outdated, the app polls instead.
      const live = await import('./liveConnection').catch(() => undefined);
      if (!stopped) stop = live?.connectLive(queries, companyId);
    };
    void start();
    return () => {
      stopped = true;
      stop?.();
    };
  }, [queries, companyId]);
}
