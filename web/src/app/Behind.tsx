import { useEffect, useState } from 'react';
import { everything } from '@/ui/everything';
import { listSeen } from '@/wasm/firstList';

/**
 * Fetches what the first list does not wait for. Where that does not come, the app says so as it does when it does not
 * come for another page.
 */
export function Behind(): null {
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    let gone = false;
    const fetchAll = async () => {
      try {
        await listSeen();
        await everything();
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
