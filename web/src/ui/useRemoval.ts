import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { notice } from '@/i18n';

import { confirm, popup } from './popups';

interface Removal {
  /** Names what goes and what goes with it. */
  question: string;
  remove: () => Promise<void>;
  /** Told when it is gone. */
  onGone: () => void;
}

/** Asks before something is deleted, and says why when it could not be. */
export function useRemoval() {
  const [busy, setBusy] = useState(false);

  const ask = async ({ question, remove, onGone }: Removal) => {
    const sure = await confirm({
      body: `${question} ${notice('cannotRevert')}`,
      confirmLabel: notice('yesRemove'),
      danger: true,
    });
    if (!sure) return;
    setBusy(true);
    try {
      await remove();
      onGone();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    } finally {
      setBusy(false);
    }
  };

  return { busy, ask };
}
