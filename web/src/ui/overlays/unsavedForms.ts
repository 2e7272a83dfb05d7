import { useCallback, useEffect, useRef } from 'react';
import { m } from '@/i18n';

import { confirm } from './popups';

/** The number of open forms with unsaved input. */
let unsaved = 0;

const askToDiscard = () =>
  confirm({
    title: m.common_discardTitle(),
    body: m.common_discardBody(),
    confirmLabel: m.common_discard(),
    cancelLabel: m.common_keepEditing(),
  });

/** Asks before unsaved input of an open form is discarded. Returns whether to continue. */
export const confirmDiscard = async (): Promise<boolean> => unsaved === 0 || (await askToDiscard());

/** Closes at once, or after 'Discard your changes?' when something was typed. */
export function useGuardedClose(dirty: boolean, onClose: () => void): () => void {
  const asking = useRef(false);
  useEffect(() => {
    if (!dirty) return;
    unsaved += 1;
    return () => {
      unsaved -= 1;
    };
  }, [dirty]);
  return useCallback(() => {
    if (asking.current) return;
    if (!dirty) return onClose();
    asking.current = true;
    void askToDiscard().then((discard) => {
      asking.current = false;
      if (discard) onClose();
    });
  }, [dirty, onClose]);
}

/** The open layers, topmost last. */
const open: { close: () => void }[] = [];

function onEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  // An open dropdown or a popup handles this Esc itself, and marks its element.
  const from = event.target instanceof Element ? event.target : null;
  if (from?.getAttribute('data-mantine-stop-propagation') === 'true') return;
  open.at(-1)?.close();
}

/** Esc closes only the topmost layer: a side panel over a dialog, then the dialog. */
export function useCloseOnEscape(close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  }, [close]);
  useEffect(() => {
    const here = { close: () => latest.current() };
    if (open.push(here) === 1) window.addEventListener('keydown', onEscape, { capture: true });
    return () => {
      open.splice(open.indexOf(here), 1);
      if (open.length === 0) window.removeEventListener('keydown', onEscape, { capture: true });
    };
  }, []);
}

/** True if no element has the focus, because the focused one was removed. */
const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * Returns the focus to the element that opened an overlay, also when a navigation closes it. An element that was
 * focused meanwhile keeps it: a popup with the result, or the next overlay.
 */
export function useReturnFocus(): void {
  const opener = useRef(document.activeElement);
  useEffect(() => {
    const from = opener.current;
    return () => {
      if (from instanceof HTMLElement && from !== document.body && from.isConnected)
        requestAnimationFrame(() => {
          if (isFocusLost()) from.focus({ preventScroll: true });
        });
    };
  }, []);
}

/** Returns the focus after a popup: to the previous element, or if that was removed, to the topmost overlay. */
export function returnFocus(from: Element | null): void {
  const overlay = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
  const to = from instanceof HTMLElement && from !== document.body && from.isConnected ? from : overlay;
  to?.focus({ preventScroll: true });
}
