import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';
import { queued } from '@/queries/offline/outbox';

import { popup } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';

/**
 * Runs a change and reports the result: a toast when it succeeded or was queued, a popup when it failed. Returns
 * whether it succeeded.
 */
export async function runWithToast(change: () => Promise<unknown>, success: string): Promise<boolean> {
  try {
    if ((await change()) === queued) toast.warn(m.outbox_waiting(), m.outbox_kept());
    else toast.sweet(success);
    return true;
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    void popup.oops(failure.message);
    return false;
  }
}
