import { ApiFailure } from '@/api/client';

import { popup } from './popups';
import { toast } from './toasts';

/** Runs a change and says how it went: a toast when it worked, the popup when it did not. Answers whether it did. */
export async function told(change: () => Promise<unknown>, success: string): Promise<boolean> {
  try {
    await change();
    toast.sweet(success);
    return true;
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    void popup.oops(failure.message);
    return false;
  }
}
