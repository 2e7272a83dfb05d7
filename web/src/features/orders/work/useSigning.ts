import type { WorkOrder } from '@bindings';
import { useBusyRun } from '@/components/feedback/runWithPopup';
import { useSession } from '@/queries/accounts/session';
import { useWorkOrderEditing } from '@/queries/orders/workOrderEditing';

/** The user's own signature and its actions. Changes are optimistic; a failure is shown and reverted. */
export function useSignOff(order: WorkOrder) {
  const { user } = useSession();
  const work = useWorkOrderEditing(order);
  const { busy, run } = useBusyRun();
  const mine = order.signOffs.find(({ userId }) => userId === user.id);

  return { mine, busy, run: (step: 'sign' | 'unsign') => void run(work[step]) };
}
