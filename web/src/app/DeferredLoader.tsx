import { useEffect, useState } from 'react';
import { loadAppResources } from '@/ui/loading/appResources';
import { firstListPainted } from '@/wasm/firstListPaint';

/** Loads what was deferred until after the first list. A failure is thrown, so that the error boundary shows it. */
export function DeferredLoader(): null {
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    let gone = false;
    const fetchAll = async () => {
      try {
        await firstListPainted();
        await loadAppResources();
      } catch (reason) {
        if (!gone) setFailure(reason instanceof Error ? reason : new Error(String(reason)));
      }
    };
    void fetchAll();
    return () => {
      gone = true;
    };
  }, []);
  if (failure !== null) throw failure;
  return null;
}
