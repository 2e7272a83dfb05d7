import { useEffect } from 'react';
import { waitingPopups } from '@/ui/overlays/popups';

const typing = 'input, textarea, select, [contenteditable="true"]';

/** '?' anywhere in the app, except where a text is typed and while a popup is open. */
export function useKeyboardSheetKey(open: () => void): void {
  useEffect(() => {
    const onKeyDown = ({ key, ctrlKey, metaKey, altKey, repeat, target }: KeyboardEvent) => {
      if (key !== '?' || ctrlKey || metaKey || altKey || repeat) return;
      if (target instanceof Element && target.closest(typing) !== null) return;
      if (waitingPopups.read().length === 0) open();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);
}
