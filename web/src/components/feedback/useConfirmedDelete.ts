import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { notice } from '@/i18n';

import { confirm, popup } from '@/ui/overlays/popups';

interface DeleteRequest {
  /** Names what is deleted, including what is deleted with it. */
  question: string;
  remove: () => Promise<void>;
  /** Called after the deletion. */
  onDeleted: () => void;
}

/** Asks for confirmation before something is deleted, and shows why it could not be. */
export function useConfirmedDelete() {
  const [busy, setBusy] = useState(false);

  const ask = async ({ question, remove, onDeleted }: DeleteRequest) => {
    const sure = await confirm({
      body: `${question} ${notice('cannotRevert')}`,
      confirmLabel: notice('yesRemove'),
      danger: true,
    });
    if (!sure) return;
    setBusy(true);
    try {
      await remove();
      onDeleted();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    } finally {
      setBusy(false);
    }
  };

  return { busy, ask };
}
