import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';
import { queued } from '@/session/outbox';

import { popup } from './popups';
import { toast } from './toasts';

/**
 * Runs a change and says how it went: a toast when it worked or waits for a network, the popup when it did not. Answers
 * whether it did.
 */
export async function told(change: () => Promise<unknown>, success: string): Promise<boolean> {
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
