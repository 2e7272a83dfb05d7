import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { popup } from '@/ui/overlays/popups';

/** Runs a change; a popup says why it failed. Returns whether it succeeded. */
export async function runWithPopup(change: () => unknown): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    void popup.oops(failure.message);
    return false;
  }
}

/** The same for a button, with its busy state. */
export function useBusyRun() {
  const [busy, setBusy] = useState(false);
  const run = async (change: () => unknown): Promise<boolean> => {
    setBusy(true);
    try {
      return await runWithPopup(change);
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
