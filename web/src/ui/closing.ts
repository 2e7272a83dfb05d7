import { useCallback, useEffect, useRef } from 'react';
import { m } from '@/i18n';

import { confirm } from './popups';

/** Closes at once, or after 'Discard your changes?' when something was typed. */
export function useGuardedClose(dirty: boolean, onClose: () => void): () => void {
  const asking = useRef(false);
  return useCallback(() => {
    if (asking.current) return;
    if (!dirty) return onClose();
    asking.current = true;
    void confirm({
      title: m.common_discardTitle(),
      body: m.common_discardBody(),
      confirmLabel: m.common_discard(),
      cancelLabel: m.common_keepEditing(),
    }).then((discard) => {
      asking.current = false;
      if (discard) onClose();
    });
  }, [dirty, onClose]);
}

/** Gives the focus back to what opened an overlay, also when an address change takes the overlay away. */
export function useReturnFocus(): void {
  const opener = useRef(document.activeElement);
  useEffect(() => {
    const from = opener.current;
    return () => {
      if (from instanceof HTMLElement && from !== document.body && from.isConnected)
        requestAnimationFrame(() => from.focus({ preventScroll: true }));
    };
  }, []);
}
