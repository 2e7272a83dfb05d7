import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';
import { queued } from '@/queries/offline/outbox';

import { popup } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';

/**
 * Runs a change and reports the result: a toast when it succeeded or was queued, a popup when it failed. With `undo`
 * the toast offers to take the change back. Returns whether it succeeded.
 */
export async function runWithToast(
  change: () => Promise<unknown>,
  success: string,
  undo?: () => void,
): Promise<boolean> {
  try {
    if ((await change()) === queued) toast.warn(m.outbox_waiting(), m.outbox_kept());
    else if (undo === undefined) toast.sweet(success);
    else toast.undo(success, null, undo);
    return true;
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    void popup.oops(failure.message);
    return false;
  }
}
