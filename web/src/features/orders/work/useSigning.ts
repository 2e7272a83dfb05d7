import type { WorkOrder } from '@bindings';
import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { useSession } from '@/queries/accounts/session';
import { useWorkOrderEditing } from '@/queries/orders/workOrderEditing';
import { popup } from '@/ui/overlays/popups';

type Work = ReturnType<typeof useWorkOrderEditing>;

/** The reader's own signature and its actions. Changes are optimistic; a failure is shown and reverted. */
export function useSignOff(order: WorkOrder) {
  const { user } = useSession();
  const work = useWorkOrderEditing(order);
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
