import type { WorkOrder } from '@bindings';
import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { useSession } from '@/session/session';
import { useWorkOrderWork } from '@/session/workOrderWork';
import { popup } from '@/ui/popups';

type Work = ReturnType<typeof useWorkOrderWork>;

/** The reader's own signature, and what can be done about it. A failure is told; what showed at once goes back. */
export function useSigning(order: WorkOrder) {
  const { user } = useSession();
  const work = useWorkOrderWork(order);
  const [busy, setBusy] = useState(false);
  const mine = order.signOffs.find(({ userId }) => userId === user.id);

  const run = async (step: 'sign' | 'unsign') => {
    setBusy(true);
    try {
      await work[step satisfies keyof Work]();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    } finally {
      setBusy(false);
    }
  };
  return { mine, busy, run: (step: 'sign' | 'unsign') => void run(step) };
}
