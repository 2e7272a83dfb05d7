import { useEffect, useState } from 'react';
import { loadAppResources } from '@/ui/loading/appResources';
import { firstListPainted } from '@/wasm/firstListPaint';

/** Loads the deferred parts after the first list. A failure is thrown, so that the error boundary shows it. */
export function DeferredLoader(): null {
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    let unmounted = false;
    const fetchAll = async () => {
      try {
        await firstListPainted();
        await loadAppResources();
      } catch (reason) {
        if (!unmounted) setFailure(reason instanceof Error ? reason : new Error(String(reason)));
      }
    };
    void fetchAll();
    return () => {
      unmounted = true;
    };
  }, []);
  if (failure !== null) throw failure;
  return null;
}
